package import ChallengesAPI
package import Identifiers
import Postgres
package import Values

/// A stored attempt that is the only one of its assignment.
package struct AttemptRecord: Hashable, Sendable {
    let id: AttemptID
    let assignment: AssignmentID
    let note: String
    let submittedAt: Instant
    let outcome: Attempt.Outcome
    let decidedAt: Instant?

    package init(
        id: AttemptID,
        assignment: AssignmentID,
        note: String,
        submittedAt: Instant,
        outcome: Attempt.Outcome,
        decidedAt: Instant?
    ) {
        self.id = id
        self.assignment = assignment
        self.note = note
        self.submittedAt = submittedAt
        self.outcome = outcome
        self.decidedAt = decidedAt
    }
}

/// The verdict on an attempt.
struct Verdict: Hashable, Sendable {
    let number: Int
    let outcome: Attempt.Outcome
    let reason: String?
    let at: Instant
}

// The `attempts` table. No other file writes to it.
extension Transaction {
    /// Inserts the first attempts of assignments in any state.
    package func insert(_ attempts: [AttemptRecord]) async throws {
        try await run(
            """
            INSERT INTO attempts (id, assignment, number, note, submitted_at, outcome, decided_at)
            SELECT id, assignment, 1, note, submitted_at, outcome, decided_at
            FROM unnest(\(attempts.map(\.id)), \(attempts.map(\.assignment)),
                \(attempts.map(\.note)), \(attempts.map(\.submittedAt)),
                \(attempts.map(\.outcome.rawValue)), \(attempts.map(\.decidedAt)))
                AS new(id, assignment, note, submitted_at, outcome, decided_at)
            """
        )
    }

    /// Inserts an attempt, whose outcome is `waiting` or already decided; returns `false` if the id
    /// is taken.
    package func insert(
        _ id: AttemptID,
        of assignment: AssignmentID,
        number: Int,
        note: String?,
        seconds: Int?,
        outcome: Attempt.Outcome,
        at now: Instant
    ) async throws -> Bool {
        let decidedAt = outcome == .waiting ? nil : now
        let added = try await run(
            """
            INSERT INTO attempts
                (id, assignment, number, note, seconds, submitted_at, outcome, decided_at)
            VALUES (\(id), \(assignment), \(Int16(number)), \(note),
                \(seconds.map { Int32(clamping: $0) }), \(now), \(outcome.rawValue), \(decidedAt))
            ON CONFLICT ON CONSTRAINT attempts_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Stores the verdict on an attempt.
    func decide(_ verdict: Verdict, of assignment: AssignmentID) throws {
        try enqueue(
            """
            UPDATE attempts SET outcome = \(verdict.outcome.rawValue),
                reason = \(verdict.reason), decided_at = \(verdict.at)
            WHERE assignment = \(assignment) AND number = \(Int16(verdict.number))
            """
        )
    }
}

extension Reader {
    /// The assignment of an attempt; `nil` if the attempt does not exist.
    func assignment(ofAttempt id: AttemptID) async throws -> AssignmentID? {
        try await first("SELECT assignment FROM attempts WHERE id = \(id)", .point) { row in
            try row.next()
        }
    }
}
