import FoundationEssentials
import Identifiers
import Postgres
import ScoringAPI
import Values

// The `ledger` table: append-only, one line for each payment. A trigger adds each new line to its
// month and its week. No other file names it.
extension Transaction {
    /// Adds lines and changes the totals of their users, in the order of users so that two payments
    /// to the same people do not deadlock. Ignores lines that exist already, and repeated lines of
    /// the same key. A line without points changes neither a total nor when it was reached.
    ///
    /// - Returns: The lines that are new.
    @discardableResult
    func pay(_ lines: [LedgerLine]) async throws -> [LedgerLine] {
        var known: Set<LedgerLine.Key> = []
        let each = lines.filter { known.insert($0.key).inserted }
        let added = try await insert(each.sorted { $0.key < $1.key })
        try add(added.filter { $0.points > 0 })
        for line in added where line.points < 0 {
            let reachedAt = try await lastEarning(of: line.user)
            try take(-line.points, from: line.user, reachedAt: reachedAt)
        }
        return added
    }

    /// Counts lines that are older than the trigger into their months and weeks: those of the next
    /// causes, each of which has at most four lines.
    ///
    /// - Parameters:
    ///   - last: The last cause that was counted.
    ///   - limit: The maximum number of lines.
    /// - Returns: The last cause that is counted now; `nil` if there was none.
    /// - Throws: `PostgresError`.
    func countLines(after last: UUID, limit: Int) async throws -> UUID? {
        let causes = try await all(
            """
            SELECT DISTINCT cause FROM ledger WHERE cause > \(last) AND NOT is_counted
            ORDER BY cause LIMIT \(max(1, limit / 4))
            """
        ) { row in try row.next(UUID.self) }
        guard let next = causes.last else { return nil }
        try await run(
            """
            SELECT count_windows(array_agg(line.user_id), array_agg(line.points),
                array_agg(line.earned_at), array_agg(EXISTS (
                    SELECT FROM ledger AS reversal
                    WHERE reversal.cause = line.cause AND reversal.user_id = line.user_id
                        AND reversal.points < 0)))
            FROM ledger AS line
            WHERE line.cause = ANY(\(causes)) AND NOT line.is_counted AND line.points <> 0
            HAVING count(*) > 0
            """
        )
        return next
    }

    /// Inserts the lines that are new, and returns them. No two of `lines` may have the same key.
    private func insert(_ lines: [LedgerLine]) async throws -> [LedgerLine] {
        guard !lines.isEmpty else { return [] }
        let added = try await all(
            """
            INSERT INTO ledger (cause, user_id, rule, points, earned_at, is_verified)
            SELECT * FROM unnest(\(lines.map(\.cause)), \(lines.map(\.user)),
                \(lines.map(\.rule)), \(lines.map(\.points)), \(lines.map(\.at)),
                \(lines.map(\.isVerified)))
            ON CONFLICT ON CONSTRAINT ledger_pkey DO NOTHING RETURNING cause, user_id, rule
            """
        ) { row in
            let (cause, user, rule): (AssignmentID, UserID, LedgerLine.Rule) = try row.read()
            return LedgerLine.Key(user: user, cause: cause, rule: rule)
        }
        let keys = Set(added)
        return lines.filter { keys.contains($0.key) }
    }

    /// Returns when the user earned their newest line that was not reversed.
    private func lastEarning(of user: UserID) async throws -> Instant? {
        try await one(
            """
            SELECT max(earned_at) FROM ledger AS line
            WHERE user_id = \(user) AND points > 0 AND NOT EXISTS (
                SELECT FROM ledger AS reversal
                WHERE reversal.cause = line.cause AND reversal.user_id = line.user_id
                AND reversal.rule = line.rule || '_reversed')
            """
        ) { row in try row.next() }
    }
}

extension Reader {
    /// When users earned their n-th line of a rule, without reversed lines. Users who have fewer
    /// lines are missing.
    func lineMoments(
        of rule: LedgerLine.Rule,
        _ users: [UserID],
        reaching number: Int
    ) async throws -> [UserID: Instant] {
        let moments = try await all(
            """
            SELECT asked.user_id, reached.earned_at FROM unnest(\(users)) AS asked(user_id)
            CROSS JOIN LATERAL (
                SELECT earned_at FROM ledger AS line
                WHERE line.user_id = asked.user_id AND line.rule = \(rule) AND NOT EXISTS (
                    SELECT FROM ledger AS reversal
                    WHERE reversal.cause = line.cause AND reversal.user_id = line.user_id
                        AND reversal.rule = line.rule || '_reversed')
                ORDER BY earned_at OFFSET \(number - 1) LIMIT 1
            ) AS reached
            """
        ) { row in (try row.next(UserID.self), try row.next(Instant.self)) }
        return Dictionary(uniqueKeysWithValues: moments)
    }

    /// Returns the causes that have lines.
    func causes(among causes: [AssignmentID]) async throws -> Set<AssignmentID> {
        Set(
            try await all("SELECT DISTINCT cause FROM ledger WHERE cause = ANY(\(causes))") {
                try $0.next(AssignmentID.self)
            }
        )
    }

    /// Returns the lines of an assignment, including reversals.
    func ledger(of assignment: AssignmentID) async throws -> [LedgerLine] {
        try await all(
            """
            SELECT user_id, rule, points, earned_at, is_verified FROM ledger
            WHERE cause = \(assignment) ORDER BY user_id, rule
            """
        ) { row in
            try LedgerLine(
                cause: assignment,
                user: row.next(),
                rule: row.next(),
                points: row.next(),
                at: row.next(),
                isVerified: row.next()
            )
        }
    }
}

extension Reader {
    /// The next users with a line, in the order of their ids.
    func usersWithLine(after last: UserID, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT user_id FROM ledger WHERE user_id > \(last)
            ORDER BY user_id LIMIT \(limit)
            """
        ) { row in try row.next() }
    }

    /// The totals, months and weeks of users that differ from the sums of their lines, in one
    /// snapshot. Months and weeks are left out while older lines are still being counted.
    func differingPoints(of users: [UserID]) async throws -> [ScoreDifference] {
        try await all(
            """
            SELECT user_id, score, sum(stored)::bigint, sum(earned)::bigint FROM (
                SELECT user_id, 'total' AS score, 0 AS stored, points AS earned
                FROM ledger WHERE user_id = ANY(\(users))
                UNION ALL
                SELECT totals.user_id, 'total', totals.points, 0
                FROM unnest(\(users)) AS asked(person)
                JOIN totals ON totals.user_id = asked.person
                UNION ALL
                SELECT user_id, spans.span || to_char(
                    date_trunc(spans.span, earned_at AT TIME ZONE 'UTC'), ' YYYY-MM-DD'), 0, points
                FROM ledger, (VALUES ('month'), ('week')) AS spans(span)
                WHERE user_id = ANY(\(users)) AND NOT \(isUnderWay: .ledger)
                UNION ALL
                SELECT counted.user_id, counted.span || to_char(counted.starts_on, ' YYYY-MM-DD'),
                    counted.points, 0
                FROM unnest(\(users)) AS asked(person)
                JOIN window_totals AS counted ON counted.user_id = asked.person
                WHERE NOT \(isUnderWay: .ledger)
            ) AS scores
            GROUP BY user_id, score HAVING sum(stored) <> sum(earned)
            ORDER BY user_id, score
            """
        ) { row in
            try ScoreDifference(
                user: row.next(),
                score: row.next(),
                stored: "\(row.next(Int.self))",
                recounted: "\(row.next(Int.self))"
            )
        }
    }
}

extension LedgerLine.Rule: Bindable, Readable {}
