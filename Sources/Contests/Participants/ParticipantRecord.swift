package import ChallengesAPI
package import Identifiers
package import Postgres
package import Values

/// A stored row of a participant, invitee, requester or former participant of a contest.
package struct ParticipantRecord: Hashable, Sendable {
    package let challenge: ChallengeID
    package let user: UserID
    package var state: Participant.State
    package var invitedBy: UserID?
    package var invitedAt: Instant?
    /// Whether the user came by a code, not by a user's invitation.
    package var isByCode = false
    package var requestedAt: Instant?
    /// When the user joined first; kept after they leave.
    package var joinedAt: Instant?
    /// When the user last returned after leaving.
    package var returnedAt: Instant?
    /// When the user left, or their invitation or join request ended. A former participant keeps it
    /// until they return.
    package var endedAt: Instant?
    /// The participant's target.
    package var target: Amount?
    /// The total of their entries and days; `nil` if none counts.
    package var value: Amount?
    /// The value by which they are ranked; `nil` if no entry counts.
    package var score: Amount?
    /// The number of entries that count.
    package var entries = 0
    /// When the score was reached.
    package var reachedAt: Instant?
    package var completedAt: Instant?
    /// Whether the goal was reached, but is no longer.
    package var isFlagged = false
    /// Incremented by each change; 0 before the row is stored.
    package var version: Int64 = 0

    package init(
        challenge: ChallengeID,
        user: UserID,
        state: Participant.State,
        invitedBy: UserID? = nil,
        invitedAt: Instant? = nil,
        isByCode: Bool = false,
        requestedAt: Instant? = nil,
        joinedAt: Instant? = nil,
        returnedAt: Instant? = nil,
        endedAt: Instant? = nil,
        target: Amount? = nil,
        value: Amount? = nil,
        score: Amount? = nil,
        entries: Int = 0,
        reachedAt: Instant? = nil,
        completedAt: Instant? = nil,
        isFlagged: Bool = false,
        version: Int64 = 0
    ) {
        self.challenge = challenge
        self.user = user
        self.state = state
        self.invitedBy = invitedBy
        self.invitedAt = invitedAt
        self.isByCode = isByCode
        self.requestedAt = requestedAt
        self.joinedAt = joinedAt
        self.returnedAt = returnedAt
        self.endedAt = endedAt
        self.target = target
        self.value = value
        self.score = score
        self.entries = entries
        self.reachedAt = reachedAt
        self.completedAt = completedAt
        self.isFlagged = isFlagged
        self.version = version
    }
}

extension ParticipantRecord {
    /// The columns of `participants`.
    package static let columns: Columns = [
        "challenge", "user_id", "state", "invited_by", "invited_at", "by_code", "requested_at",
        "joined_at", "returned_at", "ended_at", "target", "value", "score", "entries",
        "reached_at", "completed_at", "is_flagged", "version",
    ]
    /// The same columns with the table's name.
    static let joinedColumns = columns.of("participants")

    /// Reads `columns`.
    package init(reading row: inout Row) throws {
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
