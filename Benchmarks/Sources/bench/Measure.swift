import ArgumentParser
import Foundation
import Measuring

/// `bench measure`: compares Gauntlet with its alternatives, in one run on one machine.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compares Gauntlet with its alternatives, in alternating rounds.",
        discussion: """
            Each line is a ratio: the same work by Gauntlet and by a contender, in alternating \
            rounds (A B A B …), its median and its spread over the rounds. Absolute times differ \
            between machines; ratios hardly do.
            """
    )

    @Argument(
        help:
            "The suites to run: \(suiteNames). All by default."
    )
    var names: [String] = []

    @Option(help: "The number of rounds of each pair.")
    var rounds = 5

    @Option(help: "Writes all figures to this file as JSON.")
    var json: String?

    @Flag(help: "Exits with 1 when a target is missed, and names it.")
    var check = false

    @Flag(help: "Leaves the contenders out: the figures of Gauntlet alone.")
    var alone = false

    @Flag(help: "Runs each measurement once, as short as possible, to check that the tools work.")
    var smoke = false

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds must be a number from 1 to 1000.")
        }
        try checkSuites(names)
    }

    @MainActor
    func run() async throws {
        var plan = smoke ? BenchmarkPlan.smoke : BenchmarkPlan(rounds: rounds)
        plan.isAlone = alone
        let report = Report(plan: plan)
        for suite in suites where names.isEmpty || names.contains(suite.name) {
            try await suite.measure(into: report)
        }
        print(report.table)
        if let json {
            try report.json.write(to: URL(filePath: json))
        }
        let missed = report.lines.filter { $0.verdict == .missed }
        guard check, !missed.isEmpty else { return }
        for line in missed {
            FileHandle.standardError.write(Data("missed: \(line.summary)\n".utf8))
        }
        throw ExitCode.failure
    }
}
