import ArgumentParser
import Load

/// Load-tests one service, or the gateway.
struct LoadTesting: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract:
            "Load-tests one service through the binary protocol, or the gateway through HTTP.",
        discussion: """
            gauntlet load prepare --people 10000
            gauntlet load list
            gauntlet load scoring --scenario scoreboard --callers 64 --duration 10s
            gauntlet load identity --scenario friends --rate 5000 --duration 30s --svg friends.svg
            gauntlet load gateway --scenario mixed --ramp --json mixed.json
            """,
        subcommands: [LoadRun.self, LoadPrepare.self, LoadList.self],
        defaultSubcommand: LoadRun.self
    )
}

/// Lists the scenarios.
struct LoadList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the scenarios."
    )

    func run() {
        for target in Scenario.Target.allCases {
            print(target.rawValue)
            for scenario in Scenario.all(of: target) {
                let blanks = String(repeating: " ", count: max(1, 14 - scenario.name.count))
                print("  \(scenario.name)\(blanks)\(scenario.summary)")
            }
        }
    }
}

/// A duration such as `500ms`, `10s` or `2m`.
struct TimeSpan: ExpressibleByArgument, Sendable {
    let duration: Duration

    init(_ duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
        guard let (suffix, scale) = units.first(where: { argument.hasSuffix($0.0) }),
            let count = Double(argument.dropLast(suffix.count)), count > 0, count * scale <= 86_400
        else { return nil }
        duration = .milliseconds(Int64((count * scale * 1_000).rounded(.up)))
    }

    var defaultValueDescription: String { "\(duration)" }
}
