import ArgumentParser
import Cluster

/// Plays the demonstration on a running cluster.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Plays the demonstration on a running cluster, through the gateway's JSON."
    )

    @OptionGroup var data: DataOption

    @Option(help: "The gateway's URL (default: the one of the data directory's cluster).")
    var url: String?

    func run() async throws {
        if let url {
            try await Story(url: url).play()
            return
        }
        let directory = try data.directory
        guard let state = ClusterState(of: directory), state.isAlive(in: directory) else {
            throw ClusterError(
                "no cluster is running from \(directory.path): start one with gauntlet up"
            )
        }
        try await Story(url: state.url).play()
    }
}
