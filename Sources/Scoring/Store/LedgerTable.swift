import Identifiers
import Postgres
import Values

// The `ledger` table: append-only, one line per payment. No other file names it.
extension Transaction {
    /// Adds a line and changes the person's total by it; a line that stands already does nothing.
    func pay(_ line: LedgerLine) async throws {
        let added = try await run(
            """
            INSERT INTO ledger (cause, user_id, rule, points, earned_at, is_verified)
            VALUES (\(line.cause), \(line.user), \(line.rule), \(line.points), \(line.at),
                \(line.isVerified))
            ON CONFLICT ON CONSTRAINT ledger_pkey DO NOTHING
            """
        )
        guard added == 1 else { return }
        if line.points >= 0 {
            try await add(line.points, to: line.user, at: line.at)
        } else {
            let reachedAt = try await lastEarning(of: line.user)
            try await take(-line.points, from: line.user, reachedAt: reachedAt)
        }
    }

    /// When the person earned the newest line that was not taken back.
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
    /// What an assignment paid, reversals included.
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

extension LedgerLine.Rule: Bindable, Readable {}
