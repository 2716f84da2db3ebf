import ChallengesAPI
import Identifiers
import Postgres
import Values

/// A person in a contest, or asked to be, as stored.
package struct ParticipantRecord: Hashable, Sendable {
    let challenge: ChallengeID
    let user: UserID
    var state: Participant.State
    var invitedBy: UserID?
    var invitedAt: Instant?
    /// Whether a code let them in, and no person.
    var isByCode = false
    var requestedAt: Instant?
    /// When they joined first; kept by who leaves.
    var joinedAt: Instant?
    /// When they joined again last, if they had left.
    var returnedAt: Instant?
    /// When they left, or what they were asked or asked for came to nothing; kept by who was in it
    /// and is asked back, until they are.
    var endedAt: Instant?
    /// What they set out to reach.
    var target: Amount?
    /// What their entries amount to; `nil` without one that counts.
    var value: Amount?
    /// What is ranked; `nil` without an entry that counts.
    var score: Amount?
    /// How many entries count.
    var entries = 0
    /// When the score was reached.
    var reachedAt: Instant?
    var completedAt: Instant?
    /// Whether what completed it no longer stands.
    var isFlagged = false
    /// Incremented by each change; 0 until it is stored.
    var version: Int64 = 0
}

extension ParticipantRecord {
    /// The columns of `participants`.
    static let columns: Columns = [
        "challenge", "user_id", "state", "invited_by", "invited_at", "by_code", "requested_at",
        "joined_at", "returned_at", "ended_at", "target", "value", "score", "entries",
        "reached_at", "completed_at", "is_flagged", "version",
    ]
    /// The same beside those of other tables.
    static let joinedColumns = columns.of("participants")

    /// Reads `columns`.
    init(reading row: inout Row) throws {
        try self.init(
            challenge: row.next(),
            user: row.next(),
            state: Participant.State(rawValue: row.next()) ?? .unknown,
            invitedBy: row.next(),
            invitedAt: row.next(),
            isByCode: row.next(),
            requestedAt: row.next(),
            joinedAt: row.next(),
            returnedAt: row.next(),
            endedAt: row.next(),
            target: row.next(),
            value: row.next(),
            score: row.next(),
            entries: row.next(),
            reachedAt: row.next(),
            completedAt: row.next(),
            isFlagged: row.next(),
            version: row.next()
        )
    }
}
