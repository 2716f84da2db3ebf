import ArgumentParser
import Cluster
import Wire

#if canImport(Glibc)
import Glibc
#endif

/// Restarts the processes of a cluster that `up` started.
struct Restart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restarts a cluster's processes, one after the other, while it goes on.",
        discussion: """
            Each process is replaced by a new one on the same port, which reads the secrets and \
            runs the programs as they are now, with the settings that the cluster was started \
            with. Once the new one is ready, the last one answers what it was asked, for up to ten \
            seconds, and ends; no client is refused. If a new process does not get ready, the last \
            one goes on, and the command ends with 1. PostgreSQL is not restarted.
            """
    )

    @Argument(help: "The only service to restart (default: all).")
    var service: String?

    @OptionGroup var data: DataOption

    func validate() throws {
        guard let service, name == nil else { return }
        let names = LocalCluster.restartable.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("There is no service “\(service)”: it is one of \(names).")
    }

    func run() async throws {
        try await LocalCluster.restart(name, of: try data.directory) { process, duration in
            print("\(process.name) was restarted in \(Int(duration / .milliseconds(1))) ms.")
            fflush(nil)
        }
    }

    private var name: ServiceName? {
        LocalCluster.restartable.first { $0.rawValue == service }
    }
}
