public import Measuring
import Staging

/// The processor time of goals through the gateway, compared with what people did before there were
/// goals: how they stand with home, and a changed total with an entry of a contest.
///
/// It is the time of challengesd, gatewayd and PostgreSQL, until the last event of the requests is
/// delivered; PostgreSQL's includes what scoringd does with these events.
public struct GoalSuite: Suite {
    public let name = "goals"

    public init() {}

    public func measure(into report: Report) async throws {
        // Each round's contests are new ones, and one person is in all of them.
        try await StandingCluster.run(settings: StandingCluster.manyContests) { cluster in
            let meter = Meter(
                of: ["challenges", "gateway", "postgres"],
                delivering: ["challenges"],
                in: cluster
            )
            let count = report.plan.isSmoke ? 2 : 64
            try await reads(by: Planners(count, in: cluster), meter, into: report)
            let rival = try await Person("Rival", at: cluster.url)
            let loggers = try await Loggers(count, beside: rival, in: cluster)
            try await totals(
                "that a goal reads",
                target: .atMost(1),
                of: Walkers(count, in: cluster),
                beside: loggers,
                meter,
                into: report
            )
            try await totals(
                "that a goal and two contests read",
                target: .atMost(3),
                of: Walkers(count, inContestsWith: rival, in: cluster),
                beside: loggers,
                meter,
                into: report
            )
        }
    }

    /// How the goals of a person stand, beside all that they have to do, which are the same goals.
    private func reads(by planners: Planners, _ meter: Meter, into report: Report) async throws {
        let times = report.plan.isSmoke ? 2 : 32
        try await report.compareTime(
            "GET /v1/goals/today, ten goals",
            with: "GET /v1/home",
            target: .atMost(1),
            ours: {
                try await meter.time(of: planners.people, each: times) { person, _ in
                    try await person.send("GET", "/v1/goals/today")
                }
            },
            theirs: {
                try await meter.time(of: planners.people, each: times) { person, _ in
                    try await person.send("GET", "/v1/home")
                }
            }
        )
    }

    /// A total that is greater each time, beside entries of a contest of two, of which one logs.
    private func totals(
        _ readers: String,
        target: Target,
        of walkers: Walkers,
        beside loggers: Loggers,
        _ meter: Meter,
        into report: Report
    ) async throws {
        var walkers = walkers
        // An entry costs more with each that was logged before: these are the first ones.
        let times = report.plan.isSmoke ? 2 : 16
        try await report.compareTime(
            "changed total \(readers)",
            with: "an entry of a contest",
            target: target,
            ours: { try await walkers.time(each: times, meter) },
            theirs: { try await loggers.time(each: times, meter) }
        )
    }
}
