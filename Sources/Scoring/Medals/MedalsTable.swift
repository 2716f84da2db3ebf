import Postgres
import ScoringAPI

// The `medals` table: the rule of each kind of medal. No other file names it.
extension Reader {
    /// The rules of all kinds of medals, including those of later releases.
    func medalRules() async throws -> [MedalRule] {
        try await all(
            """
            SELECT id, family, rank, threshold, counter, is_hidden, is_repeatable, since
            FROM medals ORDER BY family, counter, threshold, rank, id
            """,
            .point
        ) { row in
            try MedalRule(
                medal: row.next(),
                family: Medal.Family(rawValue: row.next()) ?? .unknown,
                rank: row.next(),
                threshold: row.next(),
                counter: row.next(String?.self).flatMap(Counter.init(rawValue:)),
                isHidden: row.next(),
                isRepeatable: row.next(),
                since: row.next()
            )
        }
    }
}
