public import Measuring
import Staging

/// Writes through the gateway, compared with pgbench running the same statements on the same
/// server, one after the other: the stored reply, the change, its events, and their deletion. The
/// scripts include the work of other services on a write, except for scoringd's payment for an
/// approved dare.
///
/// Ours are 64 connections of wrk to the gateway of a whole cluster; every request changes rows of
/// its own, and must succeed. The work that follows in the other services happens meanwhile, or
/// after the last answer, and counts.
public struct WriteSuite: Suite {
    public let name = "writes"

    public init() {}

    public func measure(into report: Report) async throws {
        let wrk = try Wrk()
        let settings = ["GAUNTLET_PASSWORD_COST": "ln=10,r=8,p=1"]
        try await StandingCluster.run(settings: settings) { cluster in
            let wrk = WrkWrites(cluster: cluster, wrk: wrk)
            try await measureAnswers(by: wrk, into: report)
            try await measureWrites(by: wrk, into: report)
        }
    }

    /// The permissions that a script running as challengesd needs for identityd's work on notices.
    static let noticeGrants = (
        owner: "identity",
        statements: """
        GRANT USAGE ON SCHEMA identity TO challenges;
        GRANT SELECT, INSERT ON identity.received_events TO challenges;
        GRANT SELECT, INSERT, UPDATE ON identity.notices TO challenges;
        GRANT SELECT ON identity.accounts, identity.relations TO challenges;

        """
    )

    private func measureAnswers(by wrk: WrkWrites, into report: Report) async throws {
        let (owner, grant) = Self.noticeGrants
        try await wrk.cluster.run(grant, in: owner)
        let people = try await Crowd(pairs: report.plan.isSmoke ? 2 : 16, in: wrk.cluster)
        var dares = Dares(people, in: wrk.cluster)
        for answer in Answer.allCases {
            try await report.compareWrites(
                answer.work,
                beside: people.script(of: answer),
                at: wrk.cluster.database(of: "challenges"),
                preparing: { try await dares.prepare(for: answer, report.plan.turn) },
                ours: { try await people.rate(of: answer, $0, report.plan.turn, by: wrk) }
            )
        }
    }

    private func measureWrites(by wrk: WrkWrites, into report: Report) async throws {
        var writers = try await Writers(pairs: report.plan.isSmoke ? 32 : 240, in: wrk.cluster)
        for write in Write.allCases {
            for (owner, grant) in write.grants { try await wrk.cluster.run(grant, in: owner) }
            try await report.compareWrites(
                write.work,
                beside: writers.script(of: write),
                at: wrk.cluster.database(of: write.service),
                preparing: { try await writers.prepare(for: write, report.plan.turn) },
                ours: { [writers] rows in
                    try await writers.rate(of: write, rows, report.plan.turn, by: wrk)
                }
            )
        }
    }
}

extension Report {
    /// Compares writes through the gateway with a script of pgbench. Each side's rounds get rows of
    /// their own.
    fileprivate func compareWrites(
        _ work: String,
        beside script: String,
        at url: String,
        preparing: () async throws -> PreparedRows,
        ours: (PreparedRows) async throws -> Double
    ) async throws {
        try await compare(
            work,
            with: "pgbench",
            in: .rate,
            target: .atLeast(0.6),
            ours: { try await ours(preparing()) },
            theirs: {
                let rows = try await preparing()
                return try await Scratch.run { scratch in
                    try await Pgbench("write", script, in: scratch, url: url)
                        .rate(over: plan.turn, rows.variables)
                }
            }
        )
    }
}

/// A way to answer a dare.
enum Answer: String, CaseIterable {
    /// The recipient accepts the dare: a stored reply, and the notices of both.
    case accept
    /// The sender approves the dare: a stored reply, the notices of both, and an event that pays
    /// them.
    case approve

    var work: String {
        switch self {
        case .accept: "dare accepted, 64 connections"
        case .approve: "dare approved, with its event, 64 connections"
        }
    }
}
