package import ChallengesAPI
package import Identifiers
package import Postgres
package import Values

/// A person in a contest, or asked to be, as stored.
package struct ParticipantRecord: Hashable, Sendable {
    package let challenge: ChallengeID
    package let user: UserID
    package var state: Participant.State
    package var invitedBy: UserID?
    package var invitedAt: Instant?
    /// Whether a code let them in, and no person.
    package var isByCode = false
    package var requestedAt: Instant?
    /// When they joined first; kept by who leaves.
    package var joinedAt: Instant?
    /// When they joined again last, if they had left.
    package var returnedAt: Instant?
    /// When they left, or what they were asked or asked for came to nothing; kept by who was in it
    /// and is asked back, until they are.
    package var endedAt: Instant?
    /// What they set out to reach.
    package var target: Amount?
    /// What their entries and days amount to; `nil` without one that counts.
    package var value: Amount?
    /// What is ranked; `nil` without an entry that counts.
    package var score: Amount?
    /// How many entries count.
    package var entries = 0
    /// When the score was reached.
    package var reachedAt: Instant?
    package var completedAt: Instant?
    /// Whether what completed it no longer stands.
    package var isFlagged = false
    /// Incremented by each change; 0 until it is stored.
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
    /// The same beside those of other tables.
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
