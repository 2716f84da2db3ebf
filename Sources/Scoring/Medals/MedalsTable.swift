import Postgres
import ScoringAPI

// The `medals` table: what each medal is given for. No other file names it.
extension Reader {
    /// Every kind of medal that there is, those of later releases too.
    func medalRules() async throws -> [MedalRule] {
        try await all(
            """
            SELECT id, family, rank, threshold, is_repeatable, since FROM medals ORDER BY id
            """,
            .point
        ) { row in
            try MedalRule(
                medal: row.next(),
                family: Medal.Family(rawValue: row.next()) ?? .unknown,
                rank: row.next(),
                threshold: row.next(),
                isRepeatable: row.next(),
                since: row.next()
            )
        }
    }
}
