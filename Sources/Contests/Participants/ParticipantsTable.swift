import ChallengesAPI
package import ChallengesCore
package import FoundationEssentials
package import Identifiers
import People
import Postgres
import Values
package import Wire

/// A page of the people who stand to a contest in one way.
package struct ParticipantsPage: Sendable {
    package let contest: ChallengeID
    let state: Participant.State
    let viewer: UserID
    /// Whether those who are not active are listed too.
    var listsInactive = false
    /// The page is behind this person, by id; `nil` for the beginning of the list.
    let after: UserID?
    /// How many people.
    let limit: Int
}

// The `participants` table. No other file names it but to join it.
extension Transaction {
    /// Locks how a person stands to a contest, which is held, and reads it; `nil` if they have no
    /// part in it.
    ///
    /// Rows are added under the lock of the pair that the person is with the contest's owner: under
    /// it, who has no row gets none meanwhile.
    package func heldParticipant(
        _ user: UserID,
        of contest: ChallengeID
    ) async throws -> ParticipantRecord? {
        try await holdParticipant(user, of: contest).value
    }

    /// The same, sent with the next statement.
    func holdParticipant(
        _ user: UserID,
        of contest: ChallengeID
    ) throws -> Deferred<ParticipantRecord?> {
        try deferred(
            """
            SELECT \(ParticipantRecord.columns) FROM participants
            WHERE challenge = \(contest) AND user_id = \(user) FOR NO KEY UPDATE
            """
        ) { row in
            try ParticipantRecord(reading: &row)
        }.map { $0.first }
    }

    /// Locks how people stand to a contest, in the order of their ids, and reads it; those who have
    /// no part in it are left out.
    func heldParticipants(
        _ users: [UserID],
        of contest: ChallengeID
    ) async throws -> [UserID: ParticipantRecord] {
        guard !users.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT \(ParticipantRecord.columns) FROM participants
            WHERE challenge = \(contest) AND user_id = ANY(\(Array(Set(users))))
            ORDER BY user_id FOR NO KEY UPDATE
            """
        ) { row in
            try ParticipantRecord(reading: &row)
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0.user, $0) })
    }

    /// Adds how a person stands to a contest, or stores its change over the version that it was
    /// changed from: if the row has another one, the server refuses, because a version is never
    /// NULL. Sent with the next statement.
    ///
    /// - Parameter person: The row, with the version that was read; 0 for a new one.
    /// - Returns: The row, with the version that it then has.
    /// - Throws: `PostgresError`.
    @discardableResult
    package func save(_ person: ParticipantRecord) throws -> ParticipantRecord {
        var saved = person
        saved.version += 1
        try enqueue(
            """
            INSERT INTO participants (\(ParticipantRecord.columns))
            VALUES (\(saved.challenge), \(saved.user), \(saved.state.rawValue),
                \(saved.invitedBy), \(saved.invitedAt), \(saved.isByCode), \(saved.requestedAt),
                \(saved.joinedAt), \(saved.returnedAt), \(saved.endedAt), \(saved.target),
                \(saved.value), \(saved.score), \(saved.entries), \(saved.reachedAt),
                \(saved.completedAt), \(saved.isFlagged), \(saved.version))
            ON CONFLICT ON CONSTRAINT participants_pkey DO UPDATE SET state = excluded.state,
                invited_by = excluded.invited_by, invited_at = excluded.invited_at,
                by_code = excluded.by_code, requested_at = excluded.requested_at,
                joined_at = excluded.joined_at, returned_at = excluded.returned_at,
                ended_at = excluded.ended_at, target = excluded.target, value = excluded.value,
                score = excluded.score, entries = excluded.entries,
                reached_at = excluded.reached_at,
                completed_at = excluded.completed_at, is_flagged = excluded.is_flagged,
                version = CASE WHEN participants.version = excluded.version - 1
                    THEN excluded.version END
            """
        )
        return saved
    }

    /// Ends the invitations to a contest and the wishes to join it, in one statement: as
    /// `ParticipantLife` does when time passes. The contest is held alone.
    ///
    /// - Returns: How many there were.
    func lapseParticipants(of contest: ChallengeID, at now: Instant) async throws -> Int {
        try await run(
            """
            UPDATE participants SET
                state = CASE WHEN joined_at IS NULL THEN 'lapsed' ELSE 'left' END,
                ended_at = coalesce(ended_at, \(now)), version = version + 1
            WHERE challenge = \(contest) AND state IN ('invited', 'requested')
            """
        )
    }

    /// How many contests that are not over a person is in, or asks to join. Sent with the next
    /// statement, after the lock of the person's contests.
    func countContests(of user: UserID) throws -> Deferred<Int> {
        try deferred(
            """
            SELECT count(*) FROM participants
            JOIN contests ON contests.challenge = participants.challenge
            WHERE participants.user_id = \(user)
                AND participants.state IN ('joined', 'requested')
                AND contests.state IN ('scheduled', 'active', 'settling')
            """
        ) { row in
            try row.next(Int.self)
        }.map { $0.first ?? 0 }
    }
}

extension Reader {
    /// How a person stands to a contest; `nil` if they have no part in it.
    package func participant(
        _ user: UserID,
        of contest: ChallengeID
    ) async throws -> ParticipantRecord? {
        try await first(
            """
            SELECT \(ParticipantRecord.columns) FROM participants
            WHERE challenge = \(contest) AND user_id = \(user)
            """,
            .point
        ) { row in
            try ParticipantRecord(reading: &row)
        }
    }

    /// Who is in a contest and has a total of some days, in the order of their ids.
    func people(
        in contest: ChallengeID,
        withTotalsOf metric: Metric,
        in days: ClosedRange<CivilDate>
    ) async throws -> [UserID] {
        try await all(
            """
            SELECT DISTINCT participants.user_id FROM participants
            JOIN health_days ON health_days.user_id = participants.user_id
                AND health_days.metric = \(metric.rawValue)
                AND health_days.local_day >= \(days.lowerBound)
                AND health_days.local_day <= \(days.upperBound)
            WHERE participants.challenge = \(contest) AND participants.state = 'joined'
            ORDER BY participants.user_id
            """
        ) { row in
            try row.next()
        }
    }

    /// The people who stand to a contest in one way, in the order of their ids; all, or so many.
    func people(
        _ state: Participant.State,
        in contest: ChallengeID,
        limit: Int? = nil
    ) async throws -> [UserID] {
        try await all(
            """
            SELECT user_id FROM participants
            WHERE challenge = \(contest) AND state = \(state.rawValue) ORDER BY user_id
            LIMIT \(limit)
            """
        ) { row in
            try row.next()
        }
    }

    /// Those who are invited to a contest, or ask to join it, and between whom and a user there is
    /// a block. In the order of their ids.
    func asked(
        in contest: ChallengeID,
        behindBlockWith user: UserID
    ) async throws -> [UserID] {
        try await all(
            """
            SELECT user_id FROM participants
            WHERE challenge = \(contest) AND state IN ('invited', 'requested')
                AND \(relationOf: "participants.user_id", with: user) = 'blocked'
            ORDER BY user_id
            """
        ) { row in
            try row.next()
        }
    }

    /// Those who ask to join a contest, who asked last first.
    func requests(of contest: ChallengeID, limit: Int) async throws -> [ParticipantRecord] {
        try await all(
            """
            SELECT \(ParticipantRecord.columns) FROM participants
            WHERE challenge = \(contest) AND state = 'requested'
            ORDER BY requested_at DESC, user_id LIMIT \(limit)
            """
        ) { row in
            try ParticipantRecord(reading: &row)
        }
    }

    /// The rows behind a contest and a person, in the order of both.
    package func participants(
        after last: (target: UUID, user: UserID),
        limit: Int
    ) async throws -> [ActedRow] {
        try await all(
            """
            SELECT challenge, user_id, joined_at, completed_at FROM participants
            WHERE (challenge, user_id) > (\(last.target), \(last.user))
            ORDER BY challenge, user_id LIMIT \(limit)
            """
        ) { row in
            let (contest, user): (UUID, UserID) = try (row.next(), row.next())
            let (joinedAt, completedAt): (Instant?, Instant?) = try (row.next(), row.next())
            return ActedRow(
                contest,
                of: .contest,
                by: user,
                [.join: joinedAt, .completion: completedAt]
            )
        }
    }

    /// A page of the people who stand to a contest in one way, in the order of their ids. Those
    /// between whom and the viewer there is a block are left out too, unless they are in it: then
    /// their place is seen.
    package func participants(_ page: ParticipantsPage) async throws -> ListPart<ParticipantRecord>
    {
        let looked = try await all(
            """
            SELECT \(ParticipantRecord.columns), is_listed, is_last
            FROM (
                SELECT looked.*, row_number() OVER (ORDER BY user_id) = \(Looks.most) AS is_last
                FROM (
                    SELECT * FROM participants
                    WHERE challenge = \(page.contest) AND state = \(page.state.rawValue)
                        \(after: page.after, in: "user_id")
                    ORDER BY user_id LIMIT \(Looks.max)
                ) AS looked
            ) AS participants
            CROSS JOIN LATERAL (SELECT \(fitting: page) AS is_listed OFFSET 0) AS checked
            WHERE is_listed OR is_last
            ORDER BY user_id LIMIT \(page.limit)
            """
        ) { row in
            try LookedAt(reading: &row) { row in try ParticipantRecord(reading: &row) }
        }
        return ListPart(looked)
    }
}

extension SQL.StringInterpolation {
    /// The condition under which a page lists somebody who stands to the contest as it asks.
    fileprivate mutating func appendInterpolation(fitting page: ParticipantsPage) {
        appendLiteral("true")
        if !page.listsInactive {
            appendLiteral(" AND coalesce(")
            appendInterpolation(standingOf: "participants.user_id")
            appendLiteral(", 'active') = 'active'")
        }
        if page.state != .joined {
            appendLiteral(" AND ")
            appendInterpolation(relationOf: "participants.user_id", with: page.viewer)
            appendLiteral(" IS DISTINCT FROM 'blocked'")
        }
    }
}
