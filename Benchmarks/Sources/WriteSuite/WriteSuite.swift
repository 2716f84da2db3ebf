public import Measuring
import Staging

/// Answers to dares through the gateway, compared with pgbench running the same statements on the
/// same server: the stored reply, the change, its event, and the deletion of the event.
///
/// Ours are 64 connections of wrk to the gateway of a whole cluster; every answer is to another
/// dare, and must return 200. The work that follows in the other services happens meanwhile.
public struct WriteSuite: Suite {
    public let name = "writes"

    public init() {}

    public func measure(into report: Report) async throws {
        let wrk = try Wrk()
        let settings = ["GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1"]
        try await StandingCluster.run(settings: settings) { cluster in
            let people = try await Crowd(pairs: report.plan.isSmoke ? 2 : 16, in: cluster)
            var dares = Dares(people, in: cluster)
            for answer in Answer.allCases {
                try await report.compare(
                    answer.work,
                    with: "pgbench",
                    in: .rate,
                    target: .atLeast(0.6),
                    ours: {
                        let rows = try await dares.prepare(for: answer, report.plan.turn)
                        return try await people.rate(
                            of: answer,
                            rows,
                            report.plan.turn,
                            by: wrk.tool
                        )
                    },
                    theirs: {
                        let rows = try await dares.prepare(for: answer, report.plan.turn)
                        return try await Scratch.run { scratch in
                            try await Pgbench(
                                "\(answer)",
                                people.script(of: answer),
                                in: scratch,
                                url: cluster.database(of: "challenges")
                            )
                            .rate(over: report.plan.turn, rows.variables)
                        }
                    }
                )
            }
        }
    }
}

/// A way to answer a dare.
enum Answer: String, CaseIterable {
    /// The recipient accepts the dare: a stored reply, no event.
    case accept
    /// The sender approves the dare: a stored reply, and an event that pays both.
    case approve

    var work: String {
        switch self {
        case .accept: "dare accepted, 64 connections"
        case .approve: "dare approved, with its event, 64 connections"
        }
    }
}
