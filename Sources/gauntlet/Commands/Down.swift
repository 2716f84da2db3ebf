import ArgumentParser
import Cluster

/// Stops a cluster that `up` started.
struct Down: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Stops the cluster of a data directory; its data stays."
    )

    @OptionGroup var data: DataOption

    func run() async throws {
        let directory = try data.directory
        let stopped = try await LocalCluster.stop(directory)
        print(stopped ? "Stopped." : "No cluster is running from \(directory.path).")
    }
}
