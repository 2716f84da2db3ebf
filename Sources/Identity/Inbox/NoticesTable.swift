import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The `notices` table. No other file names it.

extension Transaction {
    /// Puts a notice into the inbox of each person. A notice with the same kind and cause is not
    /// repeated (2.13-once): it stays as it is, or the new one is merged into it (2.13-merged).
    /// Leaves out people without an account, people who are a blocked pair with the actor, and
    /// people in whose inbox the actor has reached the limit (2.8-inbox). An actor without an
    /// account creates no notice. Sent with the next statement.
    func tell(_ notice: PeopleTold, _ limit: NoticeLimit) throws {
        // All writers use the same order, so that they do not deadlock.
        let people = Set(notice.people).sorted()
        let ids = people.map { _ in NoticeID() }
        if notice.kind.isMerged { try merge(notice, of: people, limit) }
        var isReached: SQL = ""
        let counted, hasRoom: SQL
        if let actor = notice.actor {
            isReached = """
                AND (\(hasAccount: actor)) AND (\(isBlocked: "told.person", by: actor)) IS NOT TRUE
                """
            // A notice that is not merged is inserted only where counting it found room.
            if notice.kind.isMerged {
                isReached = """
                    \(isReached)
                    AND (\(isFullOf: actor, at: notice.at, limit, "told.person")) IS NOT TRUE
                    """
            }
            counted = ", counted AS (\(countingNoticesBy: actor, at: notice.at, limit))"
            hasRoom = "WHERE told.is_present OR told.person IN (SELECT user_id FROM counted)"
        } else {
            (counted, hasRoom) = ("", "")
        }
        // Look up each person separately: the cached plan of a join may date from when a table was
        // small, and would read all of it once it is large.
        try enqueue(
            """
            WITH told AS (
                SELECT told.id, told.person, (
                    SELECT true FROM notices
                    WHERE user_id = told.person AND kind = \(notice.kind.rawValue)
                        AND cause = \(notice.cause)
                ) IS TRUE AS is_present
                FROM unnest(\(ids), \(people)) AS told(id, person)
                WHERE (\(hasAccount: "told.person")) \(isReached)
            )\(counted)
            INSERT INTO notices (id, user_id, kind, cause, actor, challenge, subject_kind, subject,
                name, raised_at, expires_at, counted_until)
            SELECT told.id, told.person, \(notice.kind.rawValue), \(notice.cause),
                \(notice.actor), \(notice.challenge), \(notice.subject.kind.rawValue),
                \(notice.subject.id), \(notice.name), \(notice.at), \(notice.expiresAt),
                \(notice.kind.isMerged ? notice.at : nil)
            FROM told \(hasRoom)
            ORDER BY told.person
            \(onRepetitionOf: notice.kind)
            """
        )
        if let likes = notice.likes, notice.kind.isMerged {
            try count(likes, of: notice.subject, cause: notice.cause, people, least: 1)
        }
    }

    /// Frees the kind and cause of dismissed notices, which take no more likes, for new notices.
    /// Where the actor has reached the limit, and so creates no new notice, merges the like into
    /// the existing one.
    private func merge(
        _ notice: PeopleTold,
        of people: [UserID],
        _ limit: NoticeLimit
    ) throws {
        let (kind, cause) = (notice.kind.rawValue, notice.cause)
        if let actor = notice.actor { try lockNotices(by: actor, of: people) }
        try enqueue(
            """
            SELECT id FROM notices
            WHERE user_id = ANY(\(people)) AND kind = \(kind) AND cause = \(cause)
            ORDER BY user_id FOR UPDATE
            """
        )
        // The cause becomes free; the dismissed notice's new cause begins with it.
        try enqueue(
            """
            UPDATE notices SET cause = left(cause, 80) || '/' || id
            WHERE user_id = ANY(\(people)) AND kind = \(kind) AND cause = \(cause)
                AND dismissed_at IS NOT NULL
            """
        )
        guard let actor = notice.actor else { return }
        try enqueue(
            """
            UPDATE notices SET count = count + 1, actor = \(actor), name = \(notice.name),
                counted_until = greatest(counted_until, \(notice.at))
            WHERE user_id = ANY(\(people)) AND kind = \(kind) AND cause = \(cause)
                AND (\(isFullOf: actor, at: notice.at, limit, "notices.user_id"))
                AND (\(isBlocked: "notices.user_id", by: actor)) IS NOT TRUE
            """
        )
    }

    /// Corrects the notices of likes with a cause that are neither resolved nor dismissed: the
    /// number of likes, and the newest one. A notice that follows a dismissed one counts only later
    /// likes. Deletes notices that count none. Sent with the next statement.
    ///
    /// - Parameters:
    ///   - likes: The likes.
    ///   - subject: The liked contest or definition.
    ///   - cause: The cause of the notices.
    ///   - people: The users whose notices are corrected; `nil` for all users.
    ///   - least: The minimum number of likes that each notice counts.
    /// - Throws: The errors of `enqueue`.
    func count(
        _ likes: MergedLikes,
        of subject: Notice.Subject,
        cause: String,
        _ people: [UserID]? = nil,
        least: Int = 0
    ) throws {
        let moments = likes.newest.map(\.at)
        if least == 0 {
            try enqueue(
                """
                DELETE FROM notices USING (
                    \(likesOf: subject, cause, people, likes.count, moments)
                ) AS counted
                WHERE notices.id = counted.id AND counted.count = 0
                    AND notices.dismissed_at IS NULL
                """
            )
        }
        guard let newest = likes.newest.first else { return }
        try enqueue(
            """
            UPDATE notices SET count = greatest(counted.count, \(least)), actor = \(newest.user),
                counted_until = greatest(notices.counted_until, \(newest.at))
            FROM (
                \(likesOf: subject, cause, people, likes.count, moments)
            ) AS counted
            WHERE notices.id = counted.id AND greatest(counted.count, \(least)) > 0
                AND notices.dismissed_at IS NULL
            """
        )
    }

    /// Resolves notices that are not resolved yet, or deletes them if they are gone. Dismissed
    /// notices that are gone become expired instead, so that dismissing them again succeeds, and
    /// they cannot come back. Sent with the next statement.
    func settle(_ notices: NoticesSettled) throws {
        switch notices.outcome {
        case .acted, .expired:
            try enqueue(
                """
                UPDATE notices SET state = \(notices.outcome.rawValue), settled_at = \(notices.at)
                \(areNamedBy: notices)
                """
            )
        case .gone:
            try enqueue("DELETE FROM notices \(areNamedBy: notices) AND dismissed_at IS NULL")
            try enqueue(
                """
                UPDATE notices SET state = 'expired', settled_at = \(notices.at)
                \(areNamedBy: notices) AND dismissed_at IS NOT NULL
                """
            )
        case .unknown: break
        }
    }

    /// Marks a user's new notices as seen, out of those that are shown: the ones with these ids, or
    /// all if `ids` is `nil`. Sent with the next statement.
    func see(_ ids: [NoticeID]?, of user: UserID, at now: Instant) throws {
        let named: SQL = if let ids { "AND id = ANY(\(ids))" } else { "" }
        try enqueue(
            """
            UPDATE notices SET state = 'seen', seen_at = \(now)
            WHERE user_id = \(user) AND state = 'new' AND dismissed_at IS NULL \(named)
                AND \(isShownTo: user)
            """
        )
    }

    /// Removes a notice from a user's inbox. The row stays, so that the notice cannot come back.
    ///
    /// - Returns: Whether the user has such a notice.
    func dismissNotice(_ id: NoticeID, of user: UserID, at now: Instant) async throws -> Bool {
        try await run(
            """
            UPDATE notices SET dismissed_at = coalesce(dismissed_at, \(now))
            WHERE id = \(id) AND user_id = \(user)
            """
        ) == 1
    }

    /// Deletes notices that were resolved before a time. A notice that was not resolved counts from
    /// when it was seen or, if it was not, dismissed.
    func purgeNotices(endedBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM notices WHERE id = ANY(ARRAY(
                SELECT id FROM notices WHERE coalesce(settled_at, seen_at, dismissed_at) < \(end)
                ORDER BY coalesce(settled_at, seen_at, dismissed_at) LIMIT \(limit)))
            """
        )
    }

    /// Deletes notices that were raised before a time.
    func purgeNotices(raisedBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM notices WHERE id = ANY(ARRAY(
                SELECT id FROM notices WHERE raised_at < \(end)
                ORDER BY raised_at LIMIT \(limit)))
            """
        )
    }
}

extension Notice.Kind {
    /// Whether another notice with the same cause is merged.
    fileprivate var isMerged: Bool { self == .liked }
}

extension SQL.StringInterpolation {
    /// Writes what happens to a notice whose kind and cause exist already. A merged notice keeps
    /// its place in the inbox, and whether it was seen.
    fileprivate mutating func appendInterpolation(onRepetitionOf kind: Notice.Kind) {
        appendLiteral("ON CONFLICT ON CONSTRAINT notices_once ")
        guard kind.isMerged else { return appendLiteral("DO NOTHING") }
        appendLiteral("DO UPDATE SET count = notices.count + 1, actor = excluded.actor,")
        appendLiteral(" name = excluded.name,")
        appendLiteral(
            " counted_until = greatest(notices.counted_until, excluded.counted_until)"
        )
    }

    /// Writes a query of the notices of likes with a cause that are neither resolved nor dismissed,
    /// each with the number of likes that it counts. That is all of them or, if another notice was
    /// dismissed, whose cause begins with this one, those since then.
    fileprivate mutating func appendInterpolation(
        likesOf subject: Notice.Subject,
        _ cause: String,
        _ people: [UserID]?,
        _ count: Int,
        _ newest: [Instant]
    ) {
        appendLiteral(
            """
            SELECT notice.id, CASE WHEN since.at IS NULL THEN
            """
        )
        appendLiteral(" ")
        appendInterpolation(count)
        appendLiteral(" ELSE (SELECT count(*) FROM unnest(")
        appendInterpolation(newest)
        appendLiteral(
            """
            ) AS liked(at) WHERE liked.at > since.at) END AS count
            FROM notices AS notice
            CROSS JOIN LATERAL (
                SELECT max(coalesce(former.counted_until, former.dismissed_at)) AS at
                FROM notices AS former
                WHERE former.user_id = notice.user_id AND former.kind = notice.kind
                    AND former.cause > notice.cause || '/' AND former.cause < notice.cause || '0'
            ) AS since
            WHERE notice.kind = 'liked' AND notice.state IN ('new', 'seen')
                AND notice.dismissed_at IS NULL AND notice.subject =
            """
        )
        appendLiteral(" ")
        appendInterpolation(subject.id)
        appendLiteral(" AND notice.subject_kind = ")
        appendInterpolation(subject.kind.rawValue)
        appendLiteral(" AND notice.cause = ")
        appendInterpolation(cause)
        if let people {
            appendLiteral(" AND notice.user_id = ANY(")
            appendInterpolation(people)
            appendLiteral(")")
        }
    }

    /// Writes a query of the number of unexpired ones among the newest 100 of a user's notices that
    /// match `open`, whether they are shown or not. NULL if there are 100, and not all are
    /// unexpired.
    fileprivate mutating func appendInterpolation(
        count open: Clauses,
        of user: UserID,
        at now: Instant
    ) {
        let part: SQL = """
            SELECT CASE WHEN count(*) < \(NoticeCounts.countMax) OR bool_and(is_in_time)
                THEN count(*) FILTER (WHERE is_in_time) END
            FROM (SELECT (expires_at > \(now)) IS NOT FALSE AS is_in_time FROM notices
                WHERE \(areOpen: open, of: user)
                ORDER BY user_id, raised_at DESC LIMIT \(NoticeCounts.countMax)) AS counted
            """
        appendInterpolation(part)
    }

    /// Writes a table of the newest 100 of a user's unexpired notices that match `open`, whether
    /// they are shown or not.
    fileprivate mutating func appendInterpolation(
        newest open: Clauses,
        of user: UserID,
        at now: Instant
    ) {
        let part: SQL = """
            (SELECT actor FROM \(candidates: open, of: user)
                WHERE expires_at IS NULL OR expires_at > \(now)
                LIMIT \(NoticeCounts.countMax)) AS counted
            """
        appendInterpolation(part)
    }

    /// Writes a table of a user's unexpired notices that match `open` and are shown; it examines
    /// the newest 1,000, and stops at 100.
    fileprivate mutating func appendInterpolation(
        shown open: Clauses,
        to user: UserID,
        at now: Instant
    ) {
        let part: SQL = """
            (SELECT FROM \(candidates: open, of: user)
                WHERE (expires_at IS NULL OR expires_at > \(now)) AND \(isShownTo: user)
                LIMIT \(NoticeCounts.countMax)) AS counted
            """
        appendInterpolation(part)
    }

    /// Writes a table of the newest 1,000 of a user's notices that match `open`.
    private mutating func appendInterpolation(candidates open: Clauses, of user: UserID) {
        let part: SQL = """
            (SELECT actor, expires_at FROM notices WHERE \(areOpen: open, of: user)
                ORDER BY user_id, raised_at DESC LIMIT 1000) AS notices
            """
        appendInterpolation(part)
    }

    /// Writes the condition that a notice is the user's, and matches `open`: one kind, or new
    /// notices.
    ///
    /// BETWEEN instead of = makes the planner use the indexes that begin with the user, after the
    /// kind, the only ones with this order. With = it may scan the notices of all users.
    private mutating func appendInterpolation(areOpen open: Clauses, of user: UserID) {
        let part: SQL = """
            user_id BETWEEN \(user) AND \(user) AND \(open) AND dismissed_at IS NULL
            """
        appendInterpolation(part)
    }

    /// Writes the condition that a user is shown the notices of an actor. Looks the actor up for
    /// each notice: for a long inbox, a join would read the relations of all users, or all
    /// accounts.
    fileprivate mutating func appendInterpolation(isShownTo user: UserID) {
        let part: SQL = """
            (notices.actor IS NULL
                OR (\(isActive: "notices.actor"))
                    AND (\(isBlocked: "notices.actor", by: user)) IS NOT TRUE)
            """
        appendInterpolation(part)
    }

    /// Writes the condition that a notice matches the event, and is not resolved yet.
    fileprivate mutating func appendInterpolation(areNamedBy notices: NoticesSettled) {
        appendLiteral("WHERE subject = ")
        appendInterpolation(notices.subject.id)
        appendLiteral(" AND subject_kind = ")
        appendInterpolation(notices.subject.kind.rawValue)
        appendLiteral(" AND kind = ANY(")
        appendInterpolation(notices.kinds.map(\.rawValue))
        appendLiteral(") AND state IN ('new', 'seen')")
        if let people = notices.people {
            appendLiteral(" AND user_id = ANY(")
            appendInterpolation(people)
            appendLiteral(")")
        }
        if let cause = notices.cause {
            appendLiteral(" AND cause = ")
            appendInterpolation(cause)
        }
    }
}

extension Reader {
    /// Returns a user's notices after a position, newest first.
    func notices(
        of user: UserID,
        after place: (Instant, NoticeID)?,
        limit: Int,
        at now: Instant
    ) async throws -> [Notice] {
        try await all(
            """
            SELECT \(Notice.columns.of("notices")), names.name, \(Person.columns.of("actor"))
            FROM notices
            LEFT JOIN subject_names AS names
                ON names.id = coalesce(notices.challenge, notices.subject)
                AND names.kind = CASE WHEN notices.challenge IS NULL THEN notices.subject_kind
                    ELSE 'contest' END
            LEFT JOIN accounts AS actor ON actor.id = notices.actor
            WHERE notices.user_id = \(user) AND notices.dismissed_at IS NULL
                AND (notices.actor IS NULL OR actor.standing = 'active')
                AND (\(isBlocked: "notices.actor", by: user)) IS NOT TRUE
                \(before: place, in: "(notices.raised_at, notices.id)")
            ORDER BY notices.raised_at DESC, notices.id DESC LIMIT \(limit)
            """
        ) { try $0.notice(at: now) }
    }

    /// Counts a user's notices; each count stops at 100.
    func noticeCounts(of user: UserID, at now: Instant) async throws -> NoticeCounts {
        if let counts = try await allNoticeCounts(of: user, at: now) { return counts }
        if let counts = try await newestNoticeCounts(of: user, at: now) { return counts }
        return try await shownNoticeCounts(of: user, at: now)
    }

    /// Counts the newest notices of a user from whom none can be hidden, because the user is in no
    /// blocked pair and all accounts are active. The counts then need no actors, and are read from
    /// indexes alone. Returns `nil` if some notices may be hidden, or if one of the newest 100 has
    /// expired, so that an older one may count instead.
    private func allNoticeCounts(
        of user: UserID,
        at now: Instant
    ) async throws -> NoticeCounts? {
        try await one(
            """
            SELECT \(hasBlock: user) OR \(SQL.someAreInactive),
                (\(count: Notice.new, of: user, at: now)),
                (\(count: Notice.toJudge, of: user, at: now)),
                (\(count: Notice.friendRequests, of: user, at: now)),
                (\(count: Notice.dueSoon, of: user, at: now))
            """
        ) { row in
            let mayHide = try row.next(Bool.self)
            let new = try row.next(Int?.self)
            let toJudge = try row.next(Int?.self)
            let friendRequests = try row.next(Int?.self)
            let dueSoon = try row.next(Int?.self)
            if mayHide { return nil }
            guard let new, let toJudge, let friendRequests, let dueSoon else { return nil }
            return NoticeCounts(
                new: new,
                toJudge: toJudge,
                friendRequests: friendRequests,
                dueSoon: dueSoon
            )
        }
    }

    /// Counts the newest notices. Returns `nil` if one of them is not shown, so that an older one
    /// may count instead. Looks up each actor only once, however many of the notices are theirs.
    private func newestNoticeCounts(
        of user: UserID,
        at now: Instant
    ) async throws -> NoticeCounts? {
        try await one(
            """
            WITH newest AS MATERIALIZED (
                SELECT 'new' AS part, actor FROM \(newest: Notice.new, of: user, at: now)
                UNION ALL
                SELECT 'toJudge', actor FROM \(newest: Notice.toJudge, of: user, at: now)
                UNION ALL
                SELECT 'friendRequests', actor
                FROM \(newest: Notice.friendRequests, of: user, at: now)
                UNION ALL
                SELECT 'dueSoon', actor FROM \(newest: Notice.dueSoon, of: user, at: now)
            )
            SELECT NOT EXISTS (
                    SELECT FROM (SELECT DISTINCT actor FROM newest) AS notices
                    WHERE (\(isShownTo: user)) IS NOT TRUE),
                count(*) FILTER (WHERE part = 'new'), count(*) FILTER (WHERE part = 'toJudge'),
                count(*) FILTER (WHERE part = 'friendRequests'),
                count(*) FILTER (WHERE part = 'dueSoon')
            FROM newest
            """
        ) { row in
            let areShown = try row.next(Bool.self)
            let counts = try row.noticeCounts()
            return areShown ? counts : nil
        }
    }

    /// Counts notices that are shown, among the newest 1,000 of each count.
    private func shownNoticeCounts(
        of user: UserID,
        at now: Instant
    ) async throws -> NoticeCounts {
        try await one(
            """
            SELECT
                (SELECT count(*) FROM \(shown: Notice.new, to: user, at: now)),
                (SELECT count(*) FROM \(shown: Notice.toJudge, to: user, at: now)),
                (SELECT count(*) FROM \(shown: Notice.friendRequests, to: user, at: now)),
                (SELECT count(*) FROM \(shown: Notice.dueSoon, to: user, at: now))
            """
        ) { try $0.noticeCounts() }
    }
}

extension Notice {
    /// The conditions of the counts, as in the indexes `notices_counted_new` and
    /// `notices_counted_open`.
    fileprivate static let new: Clauses = "state = 'new'"
    fileprivate static let toJudge: Clauses = "kind = 'reviewNeeded' AND state IN ('new', 'seen')"
    fileprivate static let friendRequests: Clauses =
        "kind = 'friendRequest' AND state IN ('new', 'seen')"
    fileprivate static let dueSoon: Clauses = "kind = 'deadlineNear' AND state IN ('new', 'seen')"

    /// The columns that `Row.notice` reads, before the present name and the columns of the actor's
    /// account.
    fileprivate static let columns: Columns = [
        "id", "kind", "name", "count", "challenge", "subject_kind", "subject", "state",
        "raised_at", "expires_at", "actor",
    ]
}

extension Notice.State {
    /// The state at a time: a notice that is not resolved becomes expired at `end`.
    fileprivate func told(expiresAt end: Instant?, at now: Instant) -> Self {
        switch self {
        case .new, .seen:
            if let end, end <= now { .expired } else { self }
        case .acted, .expired, .unknown: self
        }
    }
}

extension Row {
    fileprivate mutating func noticeCounts() throws -> NoticeCounts {
        try NoticeCounts(
            new: next(),
            toJudge: next(),
            friendRequests: next(),
            dueSoon: next()
        )
    }

    fileprivate mutating func notice(at now: Instant) throws -> Notice {
        let id = try next(NoticeID.self)
        let kind = Notice.Kind(rawValue: try next()) ?? .unknown
        let name = try next(String?.self)
        let count = try next(Int.self)
        let challenge = try next(ChallengeID?.self)
        let subject = try Notice.Subject(
            kind: Notice.Subject.Kind(rawValue: next()) ?? .unknown,
            id: next()
        )
        let state = Notice.State(rawValue: try next()) ?? .unknown
        let raisedAt = try next(Instant.self)
        let expiresAt = try next(Instant?.self)
        let hasActor = try next(UserID?.self) != nil
        let presentName = try next(String?.self)
        return Notice(
            id: id,
            kind: kind,
            actor: hasActor ? try person() : nil,
            name: name.map { presentName ?? $0 },
            count: count == 1 ? nil : count,
            challengeID: challenge,
            subject: subject,
            state: state.told(expiresAt: expiresAt, at: now),
            raisedAt: raisedAt,
            expiresAt: expiresAt
        )
    }
}
