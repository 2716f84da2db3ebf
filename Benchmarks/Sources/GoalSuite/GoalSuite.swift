public import Measuring
import Staging

/// The processor time of goals through the gateway: the list of today's goals compared with the
/// home page, and a changed total compared with an entry of a contest.
///
/// Counts the time of challengesd, gatewayd and PostgreSQL until the last event of the requests is
/// delivered; PostgreSQL's time includes scoringd's work on these events.
public struct GoalSuite: Suite {
    public let name = "goals"

    public init() {}

    public func measure(into report: Report) async throws {
        // Each round has new contests, and one person participates in all of them.
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

    /// The list of a person's goals today, compared with their home page, which has the same goals.
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

    /// A total that grows each time, compared with entries in a contest of two participants, one of
    /// whom logs.
    private func totals(
        _ readers: String,
        target: Target,
        of walkers: Walkers,
        beside loggers: Loggers,
        _ meter: Meter,
        into report: Report
    ) async throws {
        var walkers = walkers
        // Each entry costs more than the one before; these are the first ones.
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
