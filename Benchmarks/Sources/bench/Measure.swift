import ArgumentParser
import Foundation
import Measuring

/// `bench measure`: compares Gauntlet with its alternatives, in one run on one machine.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures Gauntlet beside what people would use instead, in turns.",
        discussion: """
            Each line is a ratio: the same work by Gauntlet and by a contender, taken in turns \
            (A B A B …), its median and its spread over the rounds. Absolute times do not hold \
            from one machine to another; ratios nearly do.
            """
    )

    @Argument(
        help:
            "The suites to run: \(suiteNames). All of them, if none is named."
    )
    var names: [String] = []

    @Option(help: "How often each pair takes its turn.")
    var rounds = 5

    @Option(help: "Writes every figure to this file as JSON.")
    var json: String?

    @Flag(help: "Exits with 1 when a target is missed, and names it.")
    var check = false

    @Flag(help: "Leaves the contenders out: the figures of Gauntlet alone.")
    var alone = false

    @Flag(help: "Runs each measurement once and as short as it can be: do the tools work?")
    var smoke = false

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds is a number from 1 to 1000.")
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
