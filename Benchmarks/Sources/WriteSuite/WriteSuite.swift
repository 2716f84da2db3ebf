public import Measuring
import Staging

/// Writes through the gateway, compared with pgbench running the same statements on the same
/// server, one after the other: the stored reply, the change, its events, and their deletion.
///
/// Ours are 64 connections of wrk to the gateway of a whole cluster; every request changes rows of
/// its own, and must succeed. The work that follows in the other services happens meanwhile.
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
            try await measureWrites(in: cluster, by: wrk.tool, into: report)
        }
    }

    private func measureWrites(
        in cluster: StandingCluster,
        by wrk: Tool,
        into report: Report
    ) async throws {
        var writers = try await Writers(pairs: report.plan.isSmoke ? 32 : 240, in: cluster)
        for write in Write.allCases {
            try await report.compare(
                write.work,
                with: "pgbench",
                in: .rate,
                target: .atLeast(0.6),
                ours: {
                    let rows = try await writers.prepare(for: write, report.plan.turn)
                    return try await writers.rate(of: write, rows, report.plan.turn, by: wrk)
                },
                theirs: {
                    let rows = try await writers.prepare(for: write, report.plan.turn)
                    return try await Scratch.run { scratch in
                        try await Pgbench(
                            "\(write)",
                            writers.script(of: write),
                            in: scratch,
                            url: cluster.database(of: write.service)
                        )
                        .rate(over: report.plan.turn, rows.variables)
                    }
                }
            )
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
