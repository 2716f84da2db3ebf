import ChallengesAPI
package import Identifiers
import People
import Postgres
import Values
import Wire

/// A stored assignment.
package struct AssignmentRecord: Hashable, Sendable {
    package let id: AssignmentID
    let challenge: ChallengeID
    package let sender: UserID
    package let recipient: UserID
    package var life: AssignmentLife

    package init(
        id: AssignmentID,
        challenge: ChallengeID,
        sender: UserID,
        recipient: UserID,
        life: AssignmentLife
    ) {
        self.id = id
        self.challenge = challenge
        self.sender = sender
        self.recipient = recipient
        self.life = life
    }

    /// The user of a party.
    func user(_ party: AssignmentLife.Party) -> UserID {
        switch party {
        case .recipient: recipient
        case .sender: sender
        }
    }

    /// The user's party; `nil` if they are neither sender nor recipient.
    func party(of user: UserID) -> AssignmentLife.Party? {
        switch user {
        case recipient: .recipient
        case sender: .sender
        default: nil
        }
    }
}

// The `assignments` table, without its lists, which `AssignmentPages.swift` reads. No other file
// writes to it.
extension Transaction {
    /// Inserts the assignments of a new challenge, in the order of its recipients. They differ only
    /// in recipients and ids. Sent with the next statement.
    package func insert(_ assignments: [AssignmentRecord]) throws {
        guard let first = assignments.first else { return }
        let life = first.life
        try enqueue(
            """
            INSERT INTO assignments
                (id, challenge, position, sender, recipient, kind, state, deadline, sent_at,
                attempts, version)
            SELECT new.id, \(first.challenge), new.number - 1, \(first.sender), new.recipient,
                \(life.kind), \(life.state), \(life.deadline), \(life.sentAt),
                \(Int16(life.attempts)), \(life.version)
            FROM unnest(\(assignments.map(\.id)), \(assignments.map(\.recipient)))
                WITH ORDINALITY AS new(id, recipient, number)
            """
        )
    }

    /// Inserts assignments in any state, each the only one of its challenge.
    package func insert(prepared assignments: [AssignmentRecord]) async throws {
        let lives = assignments.map(\.life)
        try await run(
            """
            INSERT INTO assignments (position, \(AssignmentRecord.columns))
            SELECT 0, \(AssignmentRecord.columns)
            FROM unnest(\(assignments.map(\.id)), \(assignments.map(\.challenge)),
                \(assignments.map(\.sender)), \(assignments.map(\.recipient)),
                \(lives.map(\.kind)), \(lives.map(\.state)), \(lives.map(\.deadline)),
                \(lives.map(\.sentAt)), \(lives.map(\.readAt)), \(lives.map(\.answeredAt)),
                \(lives.map(\.submittedAt)), \(lives.map(\.closedAt)),
                \(lives.map { Int16($0.attempts) }), \(lives.map(\.isVerified)),
                \(lives.map(\.reason)), \(lives.map(\.version)), \(lives.map(\.toldUntil)),
                \(lives.map(\.completedAt)), \(lives.map(\.storedSeconds)))
                AS new(\(AssignmentRecord.columns))
            """
        )
    }

    /// Locks an assignment. Sent with the next statement.
    func enqueueLock(_ id: AssignmentID) throws {
        try enqueue("SELECT FROM assignments WHERE id = \(id) FOR UPDATE")
    }

    /// The sender and the recipient of an assignment. Sent with the next statement.
    func askPeople(of id: AssignmentID) throws -> Deferred<[UserID: Person]> {
        try deferred(
            """
            SELECT \(Person.joinedColumns)
            FROM assignments JOIN people ON people.id = ANY(ARRAY[sender, recipient])
            WHERE assignments.id = \(id)
            """
        ) { row in
            try Person(reading: &row)
        }.map(\.byID)
    }

    /// Locks open assignments between two users, in either direction, and workouts missed with a
    /// deadline after a moment. Ordered by id.
    ///
    /// - Parameters:
    ///   - pair: The two users.
    ///   - moment: The moment.
    ///   - last: Only assignments with ids after this one; `nil` for all.
    ///   - limit: The maximum number of assignments.
    /// - Returns: The ids.
    /// - Throws: `PostgresError`.
    func holdOpen(
        between pair: Pair,
        missedAfter moment: Instant,
        after last: AssignmentID?,
        limit: Int
    ) async throws -> [AssignmentID] {
        try await all(
            """
            SELECT id FROM assignments
            WHERE (recipient = \(pair.one) AND sender = \(pair.other)
                OR recipient = \(pair.other) AND sender = \(pair.one))
            AND (state IN ('sent', 'accepted', 'started', 'submitted')
                OR state = 'missed' AND deadline > \(moment))
            AND (\(last)::uuid IS NULL OR id > \(last))
            ORDER BY id LIMIT \(limit) FOR UPDATE
            """
        ) { row in
            try row.next()
        }
    }

    /// Stores the change of a locked assignment. `version` is the version before the change: if the
    /// row has another one, the server refuses, because a version is never NULL.
    func save(_ life: AssignmentLife, of id: AssignmentID, over version: Int64) throws {
        try enqueue(
            """
            UPDATE assignments SET
                state = \(life.state), deadline = \(life.deadline), read_at = \(life.readAt),
                answered_at = \(life.answeredAt), submitted_at = \(life.submittedAt),
                closed_at = \(life.closedAt), attempts = \(Int16(life.attempts)),
                is_verified = \(life.isVerified), reason = \(life.reason),
                told_until = \(life.toldUntil), completed_at = \(life.completedAt),
                seconds = \(life.storedSeconds),
                version = CASE WHEN version = \(version) THEN \(life.version) END
            WHERE id = \(id)
            """
        )
    }
}

extension Reader {
    /// The assignments of a challenge, in the order of its recipients.
    func assignments(of challenge: ChallengeID) async throws -> [AssignmentRecord] {
        try await all(
            """
            SELECT \(AssignmentRecord.columns) FROM assignments
            WHERE challenge = \(challenge) ORDER BY position
            """,
            .point
        ) { row in
            try AssignmentRecord(reading: &row)
        }
    }
}

extension AssignmentLife.Kind: Bindable, Readable {}
extension AssignmentLife.State: Bindable, Readable {}

extension AssignmentLife {
    fileprivate var storedSeconds: Int32? { seconds.map { Int32(clamping: $0) } }
}

extension Person {
    /// The columns of a user in a join with an assignment.
    fileprivate static let joinedColumns = columns.of("people")
}

extension AssignmentRecord {
    /// The columns that an assignment is read from.
    static let columns: Columns = [
        "id", "challenge", "sender", "recipient", "kind", "state", "deadline", "sent_at", "read_at",
        "answered_at", "submitted_at", "closed_at", "attempts", "is_verified", "reason", "version",
        "told_until", "completed_at", "seconds",
    ]

    /// Reads `columns`.
    init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            challenge: row.next(),
            sender: row.next(),
            recipient: row.next(),
            // The required proof is stored with the challenge.
            life: AssignmentLife(
                kind: row.next(),
                state: row.next(),
                deadline: row.next(),
                sentAt: row.next(),
                readAt: row.next(),
                answeredAt: row.next(),
                submittedAt: row.next(),
                closedAt: row.next(),
                attempts: row.next(),
                isVerified: row.next(),
                reason: row.next(),
                version: row.next(),
                toldUntil: row.next(),
                completedAt: row.next(),
                seconds: row.next()
            )
        )
    }
}
