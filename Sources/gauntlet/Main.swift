import ArgumentParser
import Cluster

/// The operator's command.
@main struct Gauntlet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gauntlet",
        abstract: "Runs and operates a Gauntlet cluster.",
        version: "0.1.0",
        subcommands: [
            Up.self, Down.self, Restart.self, Status.self, Demo.self, Ask.self, Admin.self,
            LoadTesting.self,
        ]
    )
}

/// Where the cluster keeps its data.
struct DataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: ArgumentHelp(
            "The cluster's data directory (default: \(DataDirectory.standard())).",
            valueName: "dir"
        )
    )
    var path: String?

    var directory: DataDirectory {
        get throws { try DataDirectory(path ?? DataDirectory.standard()) }
    }
}
