import ArgumentParser
import Foundation
import Measuring
import Staging

/// `bench compare`: two builds of Gauntlet, in alternating rounds.
struct Compare: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares two builds of Gauntlet, in alternating rounds.",
        discussion: """
            Both checkouts must be built for release (Benchmarks/compare does it). Each round runs \
            the suites once with each build. A line shows the ratio of the later build's figures to \
            the earlier one's: more than 1 is better, whatever the unit. A line is worse when its \
            whole range is below 1 or its median below 0.95; then this exits with 1. On a machine \
            that others use too, --turns makes the ratios steadier.
            """
    )

    @Argument(help: "The checkout of the earlier build.")
    var before: String

    @Argument(help: "The checkout of the later build.")
    var after: String

    @Argument(help: "The suites to run: \(suiteNames). All by default.")
    var names: [String] = []

    @Option(help: "The number of rounds of each build.")
    var rounds = 9

    @Option(
        help: """
            How often both builds are measured in a round, in turns. The best figures of each count, \
            which other work on the machine disturbed least.
            """
    )
    var turns = 1

    @Flag(
        help:
            "Leaves the contenders out, which takes half the time. Both builds must know the flag."
    )
    var alone = false

    @Flag(help: "Runs each measurement as short as possible, to check that the tools work.")
    var smoke = false

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds must be a number from 1 to 1000.")
        }
        guard (1...1000).contains(turns) else {
            throw ValidationError("--turns must be a number from 1 to 1000.")
        }
        try checkSuites(names)
    }

    func run() async throws {
        let (before, after) = (try bench(of: before), try bench(of: after))
        var comparison = Comparison()
        for round in 1...rounds {
            var (earlier, later) = ([Figures](), [Figures]())
            for _ in 1...turns {
                earlier += try await figures(of: before)
                later += try await figures(of: after)
            }
            comparison.add(before: earlier, after: later)
            FileHandle.standardError.write(Data("round \(round) of \(rounds)\n".utf8))
        }
        print(comparison.table)
        if !smoke, !comparison.worse.isEmpty { throw ExitCode.failure }
    }

    private func bench(of checkout: String) throws -> Tool {
        let programs = URL(filePath: checkout).appending(path: ".build/release").standardizedFileURL
        return try Tool(program: programs.appending(path: "bench").path)
    }

    /// Runs a build's suites once.
    private func figures(of bench: Tool) async throws -> [Figures] {
        var arguments = names + (smoke ? ["--smoke"] : ["--rounds", "1"])
        if alone { arguments.append("--alone") }
        return try await Scratch.run { scratch in
            let file = "\(scratch.path)/figures.json"
            try await bench.run(arguments + ["--json", file])
            return try JSONDecoder().decode(
                [Figures].self,
                from: Data(contentsOf: URL(filePath: file))
            )
        }
    }
}
