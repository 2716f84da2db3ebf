import ArgumentParser
import BoardSuite
import CallSuite
import CodecSuite
import DatabaseSuite
import Foundation
import GatewaySuite
import Measuring
import OutboxSuite
import RestSuite
import WriteSuite

/// `bench`: Gauntlet beside what people would use instead, in one run on one machine.
@main
struct Bench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures Gauntlet beside what people would use instead, in turns.",
        discussion: """
            Each line is a ratio: the same work by Gauntlet and by a contender, taken in turns \
            (A B A B …), its median and its spread over the rounds. Absolute times do not hold \
            from one machine to another; ratios nearly do.
            """
    )

    @Argument(
        help:
            "The suites to run: \(suites.map(\.name).joined(separator: ", ")). All of them, if none is named."
    )
    var names: [String] = []

    @Option(help: "How often each pair takes its turn.")
    var rounds = 5

    @Option(help: "Writes every figure to this file as JSON.")
    var json: String?

    @Flag(help: "Exits with 1 when a target is missed, and names it.")
    var check = false

    @Flag(help: "Runs each measurement once and as short as it can be: do the tools work?")
    var smoke = false

    func validate() throws {
        guard (1...1000).contains(rounds) else {
            throw ValidationError("--rounds is a number from 1 to 1000.")
        }
        for name in names where !suites.contains(where: { $0.name == name }) {
            throw ValidationError(
                "There is no suite \(name): name \(suites.map(\.name).joined(separator: ", "))."
            )
        }
    }

    @MainActor
    func run() async throws {
        let report = Report(plan: smoke ? .smoke : Plan(rounds: rounds))
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

/// Every suite, in the order of the table.
let suites: [any Suite] = [
    CallSuite(), CodecSuite(), DatabaseSuite(), GatewaySuite(), WriteSuite(), OutboxSuite(),
    BoardSuite(), RestSuite(),
]
