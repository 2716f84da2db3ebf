import ChallengesAPI
package import ChallengesCore
package import FoundationEssentials
package import Identifiers
import People
import Postgres
import Values
package import Wire

/// A page of the users in one participation state of a contest.
package struct ParticipantsPage: Sendable {
    package let contest: ChallengeID
    let state: Participant.State
    let viewer: UserID
    /// Whether inactive accounts are listed too.
    var listsInactive = false
    /// The page starts after this user; `nil` for the first page.
    let after: UserID?
    /// The maximum number of users.
    let limit: Int
}

// The `participants` table. Other files only join it.
extension Transaction {
    /// Locks and reads a user's row in a locked contest; `nil` if they have none.
    ///
    /// Rows are inserted with the pair of the user and the contest's owner locked: with that lock,
    /// a missing row stays missing.
    package func heldParticipant(
        _ user: UserID,
        of contest: ChallengeID
    ) async throws -> ParticipantRecord? {
        try await holdParticipant(user, of: contest).value
    }

    /// Locks and reads a user's row in a locked contest, with the next statement.
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

    /// Locks and reads users' rows, in the order of their ids. Users without a row are left out.
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

    /// Inserts a row, or updates it if it has the version that was read; otherwise the statement
    /// fails, because `version` is never NULL. Sent with the next statement.
    ///
    /// - Parameter person: The row, with the version that was read; 0 for a new one.
    /// - Returns: The row, with its new version.
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

    /// Ends the invitations and join requests of a contest in one statement, as `ParticipantLife`
    /// does at the contest's end. The contest is locked exclusively.
    ///
    /// - Returns: The number of rows.
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

    /// The number of contests that are not over and that a user is in or requests to join. Sent
    /// with the next statement, after locking the user's contests.
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
    /// A user's row in a contest; `nil` if they have none.
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

    /// The participants of a contest with a phone total in a range of days, ordered by id.
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

    /// The users in one participation state of a contest, ordered by id, up to `limit` if it is
    /// given.
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

    /// The invitees and requesters of a contest who form a blocked pair with a user, ordered by id.
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

    /// The requesters of a contest, newest request first.
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

    /// A page of rows, ordered by contest and user, after the given ones.
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

    /// A page of the users in one participation state of a contest, ordered by id. Users who form a
    /// blocked pair with the viewer are left out, except for participants, whose ranks are shown.
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
    /// The condition that a page lists a user.
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
