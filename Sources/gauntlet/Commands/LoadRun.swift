import ArgumentParser
import ChallengesAPI
import Cluster
import FoundationEssentials
import IdentityAPI
import Load
import RPC
import Telemetry
import Transport
import UnixSignals
import Wire

/// Runs one scenario and reports the result.
struct LoadRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Runs one scenario repeatedly, and measures it.",
        discussion: "Exits with 1 if nothing was answered correctly."
    )

    @Argument(help: "identity, challenges, media, scoring or gateway.")
    var target: String

    @Option(help: "The scenario; gauntlet load list shows all.")
    var scenario: String

    @OptionGroup(title: "How much") var options: LoadOptions

    @OptionGroup(title: "Which cluster") var access: ServiceAccess

    @Option(help: "HOST:PORT of the service (default: the one of the data directory's cluster).")
    var address: String?

    @Option(help: "The gateway's URL (default: the one of the data directory's cluster).")
    var url: String?

    @Option(help: "Connections to the service, which the callers share.")
    var connections = 1

    @Option(help: "How many people were prepared (default: as identityd reports).")
    var people: Int?

    @Option(help: "How many contests were prepared.")
    var contests = LoadRun.contestsDefault

    @Option(help: "How many people were prepared in each of them.")
    var players = LoadRun.playersDefault

    static let contestsDefault = 10
    static let playersDefault = 50

    // A derived password may begin with a dash.
    @Option(
        parsing: .unconditional,
        help: "The prepared people's password (default: derived from the cluster's key)."
    )
    var password: String?

    @Flag(help: "Also allow a host beyond this machine's loopback; be sure that it is yours.")
    var beyondLoopback = false

    @Option(help: "Write the results to this file, as JSON.")
    var json: String?

    @Option(help: "Write a plot to this file, as SVG.")
    var svg: String?

    func validate() throws {
        _ = try chosen
        guard (1...64).contains(connections) else {
            throw ValidationError("--connections must be 1 to 64.")
        }
        if let people, people < 2 { throw ValidationError("--people must be 2 or more.") }
        guard (0...PreparedContests.contestsMax).contains(contests) else {
            throw ValidationError("--contests must be 0 to \(PreparedContests.contestsMax).")
        }
        guard players >= 2 else { throw ValidationError("--players must be 2 or more.") }
    }

    private var chosen: Scenario {
        get throws {
            guard let target = Scenario.Target(rawValue: target) else {
                let names = Scenario.Target.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError("There is no target “\(target)”: it is one of \(names).")
            }
            let scenarios = Scenario.all(of: target)
            guard let chosen = scenarios.first(where: { $0.name == scenario }) else {
                let names = scenarios.map(\.name).joined(separator: ", ")
                throw ValidationError(
                    "--scenario “\(scenario)” is not a scenario of \(target): it has \(names)."
                )
            }
            if target == .gateway, address != nil {
                throw ValidationError("--address is for services; the gateway has --url.")
            }
            if target != .gateway, url != nil {
                throw ValidationError("--url is for the gateway; services have --address.")
            }
            return chosen
        }
    }

    func run() async throws {
        if !EventLoopExecutor.install() {
            say(
                "Swift tasks do not run on the event loops: each request costs this tool about "
                    + "twice the CPU time."
            )
        }
        let scenario = try chosen
        let peers = try LoadPeers(self, asking: scenario.target)
        let report = try await peers.connected { stage in
            let players = try await scenario.players(options.players, on: stage)
            return await interruptible { await measured(scenario, players) }
        }
        print(report.table)
        if let json { try write(try report.json, to: json, "--json") }
        if let svg { try write(report.svg, to: svg, "--svg") }
        if !report.isAnythingDone { throw ExitCode(1) }
    }

    private func measured(_ scenario: Scenario, _ players: [any VirtualUser]) async -> Report {
        let progress = ProgressLine()
        defer { progress.clear() }
        guard options.ramp else {
            let run = Run(options.plan, steps: scenario.steps) { progress.show($0) }
            return Report(
                target: scenario.target.rawValue,
                scenario: scenario.name,
                run: await run.measure(players)
            )
        }
        var search = options.search
        let end = ContinuousClock.now + options.rampTime
        while let rate = search.next, ContinuousClock.now < end, !Task.isCancelled {
            let run = Run(options.level(rate), steps: scenario.steps) {
                progress.show($0, at: rate)
            }
            let found = await run.measure(players)
            if !found.wasStopped { search.note(found) }
        }
        return Report(target: scenario.target.rawValue, scenario: scenario.name, search: search)
    }

    /// Runs `body` and cancels it on Ctrl-C or TERM; returns what it then returns.
    private func interruptible(
        _ body: @escaping @Sendable () async -> Report
    ) async -> Report {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        return await withTaskGroup(of: Report?.self) { group in
            group.addTask { await body() }
            group.addTask {
                for await _ in signals { return nil }
                return nil
            }
            while let ended = await group.next() {
                group.cancelAll()
                if let report = ended { return report }
            }
            return Report(target: target, scenario: scenario, search: options.search)
        }
    }

    private func write(_ text: String, to path: String, _ option: String) throws {
        do {
            try Data(text.utf8).write(to: URL(filePath: path))
        } catch {
            throw ClusterError("\(option): \(path) cannot be written")
        }
    }

    private func say(_ line: String) {
        StandardError.write(line + "\n")
    }
}
