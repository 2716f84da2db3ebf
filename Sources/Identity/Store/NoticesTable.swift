import IdentityAPI
import Identifiers
import Postgres
import Values
import Wire

// The `notices` table. No other file names it.

extension Transaction {
    /// Puts a notice into the inbox of each person, unless there was one of this kind and cause
    /// (2.13-once): then nothing changes, or it is merged with that one (2.13-merged). Leaves out
    /// people without an account, and those between whom and the actor there is a block. Sent with
    /// the next statement.
    func tell(_ notice: PeopleTold) throws {
        // In the same order for all writers, so that they do not deadlock.
        let people = Set(notice.people).sorted()
        try enqueue(
            """
            INSERT INTO notices (id, user_id, kind, cause, actor, challenge, subject_kind, subject,
                name, raised_at, expires_at)
            SELECT told.id, told.person, \(notice.kind.rawValue), \(notice.cause),
                \(notice.actor), \(notice.challenge), \(notice.subject.kind.rawValue),
                \(notice.subject.id), \(notice.name), \(notice.at), \(notice.expiresAt)
            FROM unnest(\(people.map { _ in NoticeID() }), \(people)) AS told(id, person)
            JOIN accounts ON accounts.id = told.person
            LEFT JOIN relations ON relations.one = least(told.person, \(notice.actor))
                AND relations.other = greatest(told.person, \(notice.actor))
            WHERE relations.relation IS DISTINCT FROM 'blocked'
            ORDER BY told.person
            \(onRepetitionOf: notice.kind)
            """
        )
    }

    /// Settles notices that are not settled yet, or deletes them if they are gone. Dismissed ones
    /// that are gone expire instead: dismissing again finds them, and they cannot come back. Sent
    /// with the next statement.
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

    /// Marks a person's new notices as seen, of those that are shown: all, or the ones with these
    /// ids. Sent with the next statement.
    func see(_ ids: [NoticeID]?, of user: UserID, at now: Instant) throws {
        // The state is checked again at the row, which may have been settled meanwhile.
        if let ids {
            try enqueue(
                """
                UPDATE notices SET state = 'seen', seen_at = \(now)
                WHERE state = 'new' AND id IN (
                    SELECT notices.id \(Notice.shown)
                        AND notices.user_id = \(user) AND notices.id = ANY(\(ids)))
                """
            )
        } else {
            try enqueue(
                """
                UPDATE notices SET state = 'seen', seen_at = \(now)
                WHERE state = 'new' AND id IN (
                    SELECT notices.id \(Notice.shown)
                        AND notices.user_id = \(user) AND notices.state = 'new')
                """
            )
        }
    }

    /// Removes a notice from a person's inbox. The row stays, so that the notice cannot come back.
    ///
    /// - Returns: Whether the person has such a notice.
    func dismissNotice(_ id: NoticeID, of user: UserID, at now: Instant) async throws -> Bool {
        try await run(
            """
            UPDATE notices SET dismissed_at = coalesce(dismissed_at, \(now))
            WHERE id = \(id) AND user_id = \(user)
            """
        ) == 1
    }

    /// Deletes notices that were settled before a time; those not settled if they were seen, or
    /// else dismissed, before it.
    func purgeNotices(endedBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM notices WHERE id IN (
                SELECT id FROM notices WHERE coalesce(settled_at, seen_at, dismissed_at) < \(end)
                ORDER BY coalesce(settled_at, seen_at, dismissed_at) LIMIT \(limit))
            """
        )
    }

    /// Deletes notices that were raised before a time.
    func purgeNotices(raisedBefore end: Instant, limit: Int) async throws -> Int {
        try await run(
            """
            DELETE FROM notices WHERE id IN (
                SELECT id FROM notices WHERE raised_at < \(end)
                ORDER BY raised_at LIMIT \(limit))
            """
        )
    }
}

extension Notice.Kind {
    /// Whether what is told again with the same cause is merged.
    fileprivate var isMerged: Bool { self == .liked }
}

extension SQL.StringInterpolation {
    /// Appends what becomes of a notice whose kind and cause were told before. Merged, it keeps its
    /// place, and whether it was seen or dismissed: it is told of once.
    fileprivate mutating func appendInterpolation(onRepetitionOf kind: Notice.Kind) {
        appendLiteral("ON CONFLICT ON CONSTRAINT notices_once ")
        guard kind.isMerged else { return appendLiteral("DO NOTHING") }
        appendLiteral("DO UPDATE SET count = notices.count + 1, actor = excluded.actor,")
        appendLiteral(" name = excluded.name")
    }

    /// Appends the condition that a notice is one of those named, and not settled yet.
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
    /// Returns a person's notices after a position, newest first.
    func notices(
        of user: UserID,
        after place: (Instant, NoticeID)?,
        limit: Int,
        at now: Instant
    ) async throws -> [Notice] {
        try await all(
            """
            SELECT \(Notice.columns.of("notices")), \(Person.columns.of("actor"))
            \(Notice.shown)
                AND notices.user_id = \(user)
                \(before: place, in: "(notices.raised_at, notices.id)")
            ORDER BY notices.raised_at DESC, notices.id DESC LIMIT \(limit)
            """
        ) { try $0.notice(at: now) }
    }

    /// Counts a person's notices.
    func noticeCounts(of user: UserID, at now: Instant) async throws -> NoticeCounts {
        let kinds = [Notice.Kind.reviewNeeded, .friendRequest, .deadlineNear].map(\.rawValue)
        return try await one(
            """
            SELECT count(*) FILTER (WHERE notices.state = 'new'),
                count(*) FILTER (WHERE notices.kind = \(kinds[0])),
                count(*) FILTER (WHERE notices.kind = \(kinds[1])),
                count(*) FILTER (WHERE notices.kind = \(kinds[2]))
            \(Notice.shown)
                AND notices.user_id = \(user)
                AND (notices.expires_at IS NULL OR notices.expires_at > \(now))
                AND notices.state IN ('new', 'seen')
                AND (notices.state = 'new' OR notices.kind = ANY(\(kinds)))
            """
        ) { row in
            try NoticeCounts(
                new: row.next(),
                toJudge: row.next(),
                friendRequests: row.next(),
                dueSoon: row.next()
            )
        }
    }
}

extension Notice {
    /// The notices that their people are shown, with the account of each one's actor. Lists and
    /// counts add whose they are.
    fileprivate static let shown: Clauses = """
        FROM notices
        LEFT JOIN accounts AS actor ON actor.id = notices.actor
        LEFT JOIN relations ON relations.one = least(notices.user_id, notices.actor)
            AND relations.other = greatest(notices.user_id, notices.actor)
        WHERE notices.dismissed_at IS NULL
            AND (notices.actor IS NULL OR actor.standing = 'active')
            AND relations.relation IS DISTINCT FROM 'blocked'
        """

    /// What `Row.notice` reads, before the columns of the actor's account.
    fileprivate static let columns: Columns = [
        "id", "kind", "name", "count", "challenge", "subject_kind", "subject", "state",
        "raised_at", "expires_at", "actor",
    ]
}

extension Notice.State {
    /// The state at a time: what is not settled is too late to act on once it has expired.
    fileprivate func shown(expiresAt end: Instant?, at now: Instant) -> Self {
        switch self {
        case .new, .seen:
            if let end, end <= now { .expired } else { self }
        case .acted, .expired, .unknown: self
        }
    }
}

extension Row {
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
        return Notice(
            id: id,
            kind: kind,
            actor: hasActor ? try person() : nil,
            name: name,
            count: count == 1 ? nil : count,
            challengeID: challenge,
            subject: subject,
            state: state.shown(expiresAt: expiresAt, at: now),
            raisedAt: raisedAt,
            expiresAt: expiresAt
        )
    }
}
