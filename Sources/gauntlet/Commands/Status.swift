import ArgumentParser
import Cluster
import FoundationEssentials

/// Shows the running processes.
struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows a cluster's processes; exits with 1 unless all are ready and supervised."
    )

    @OptionGroup var data: DataOption

    @Flag(
        help: """
            Print a JSON array of {name, pid, state, address, adminPort, restarts, tzdata, reason}.
            """
    )
    var json = false

    func run() async throws {
        let processes = await LocalCluster.status(of: try data.directory)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(processes), as: UTF8.self))
        } else if processes.isEmpty {
            print("No cluster was ever started on \(try data.directory.path).")
        } else {
            printTable(processes)
        }
        let isReady = !processes.isEmpty && processes.allSatisfy { $0.state == .ready }
        if !isReady { throw ExitCode(1) }
    }

    private func printTable(_ processes: [ProcessState]) {
        let rows =
            [["name", "pid", "state", "address", "admin", "restarts", "tzdata", "reason"]]
            + processes.map { process in
                [
                    process.name, process.pid.map(String.init) ?? "-", process.state.rawValue,
                    process.address, process.adminPort.map(String.init) ?? "-",
                    String(process.restarts), process.tzdata ?? "-", process.reason ?? "",
                ]
            }
        print(TextTable(rows: rows).text)
    }
}
