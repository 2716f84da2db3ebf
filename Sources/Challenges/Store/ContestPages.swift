import ChallengesAPI
import Identifiers
import People
import Postgres
import Values

/// A page of the contests that a person may see, the newest first.
struct ContestsPage: Sendable {
    let viewer: UserID
    let list: ListContests.Selection
    /// Only those that this person made.
    var author: UserID?
    var state: ContestLife.State?
    var kind: ChallengeKind?
    let now: Instant
    /// When the last contest of the page before was made, and its id.
    var after: (at: Instant, id: ChallengeID) = (.never, .of(255))
    /// How many contests.
    let limit: Int
}

/// A page of the contests that a person is in and that were published and are not over, by their
/// ends, and last those without one.
struct JoinedContestsPage: Sendable {
    let user: UserID
    /// The end and the id of the last contest of the page before.
    let after: (at: Instant, id: ChallengeID)
    /// How many contests.
    let limit: Int
}

/// A page of the contests that a person is invited to and may still join, by their ends, and last
/// those without one.
struct InvitationsPage: Sendable {
    let user: UserID
    let now: Instant
    /// The end and the id of the last contest of the page before.
    let after: (at: Instant, id: ChallengeID)
    /// How many contests.
    let limit: Int
}

// The lists of the `contests` table.
extension Reader {
    /// A page of the contests that a person may see.
    func contests(_ page: ContestsPage) async throws -> [ContestRecord] {
        try await all(page.statement) { row in try ContestRecord(reading: &row) }
    }

    /// A page of the contests that a person is in. An open contest that they have completed is
    /// not among them.
    func contests(_ page: JoinedContestsPage) async throws -> [ContestRecord] {
        try await all(
            """
            SELECT \(contest: .columns)
            FROM (
                SELECT contests.challenge, coalesce(contests.ends_at, 'infinity') AS due
                FROM contests
                JOIN participants ON participants.challenge = contests.challenge
                WHERE participants.user_id = \(page.user) AND participants.state = 'joined'
                    AND (contests.kind <> 'open' OR participants.completed_at IS NULL)
                    AND contests.state IN ('scheduled', 'active', 'settling')
                    AND (coalesce(contests.ends_at, 'infinity'), contests.challenge)
                        > (\(page.after.at), \(page.after.id))
                    AND \(contestsSeenBy: page.user)
                ORDER BY due, contests.challenge LIMIT \(page.limit)
            ) AS listed
            JOIN contests ON contests.challenge = listed.challenge
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY listed.due, listed.challenge
            """
        ) { row in
            try ContestRecord(reading: &row)
        }
    }

    /// A page of the contests that a person is invited to.
    func contests(_ page: InvitationsPage) async throws -> [ContestRecord] {
        try await all(
            """
            SELECT \(contest: .columns)
            FROM (
                SELECT contests.challenge, coalesce(contests.ends_at, 'infinity') AS due
                FROM contests
                JOIN participants ON participants.challenge = contests.challenge
                WHERE participants.user_id = \(page.user) AND participants.state = 'invited'
                    AND contests.state IN ('scheduled', 'active')
                    AND coalesce(contests.ends_at, 'infinity') > \(page.now)
                    AND (NOT contests.locks_late OR contests.starts_at > \(page.now))
                    AND (coalesce(contests.ends_at, 'infinity'), contests.challenge)
                        > (\(page.after.at), \(page.after.id))
                    AND \(contestsSeenBy: page.user)
                ORDER BY due, contests.challenge LIMIT \(page.limit)
            ) AS listed
            JOIN contests ON contests.challenge = listed.challenge
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY listed.due, listed.challenge
            """
        ) { row in
            try ContestRecord(reading: &row)
        }
    }
}

// Each list is a statement of its own, so that each is planned for its indices. Where a person may
// see contests for several reasons, an index finds the first ones for each reason, and the page is
// the first ones of all of these. Whatever the reason, each is checked by the same condition.
extension ContestsPage {
    fileprivate var statement: SQL {
        switch list {
        case .current: taken(part: .joined)
        case .invited: taken(part: .invited)
        case .created: made(by: author ?? viewer)
        case .discover, .ongoing, .all, .unknown: author.map { made(by: $0) } ?? seen
        }
    }

    /// What a person made, even if another owns it now.
    private func made(by maker: UserID) -> SQL {
        """
        SELECT \(contest: .columns) FROM contests
        JOIN challenges ON challenges.id = contests.challenge
        WHERE challenges.author = \(maker) AND challenges.kind IN ('competition', 'open')
            AND (challenges.created_at, challenges.id) < (\(after.at), \(after.id))
            AND \(fitting: self)
        ORDER BY challenges.created_at DESC, challenges.id DESC LIMIT \(limit)
        """
    }

    /// What the viewer has this part in.
    private func taken(part: Participant.State) -> SQL {
        """
        SELECT \(contest: .columns)
        FROM (
            SELECT contests.challenge, contests.created_at FROM contests
            JOIN participants ON participants.challenge = contests.challenge
            JOIN challenges ON challenges.id = contests.challenge
            WHERE participants.user_id = \(viewer) AND participants.state = \(part.rawValue)
                AND (participants.state <> 'joined' OR contests.kind <> 'open'
                    OR participants.completed_at IS NULL)
                AND (contests.created_at, contests.challenge) < (\(after.at), \(after.id))
                AND \(fitting: self)
            ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(limit)
        ) AS listed
        JOIN contests ON contests.challenge = listed.challenge
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.created_at DESC, listed.challenge DESC
        """
    }

    /// What is public, what the viewer's friends show to their friends, what the viewer has a part
    /// in, and what is theirs.
    private var seen: SQL {
        """
        SELECT \(contest: .columns)
        FROM (
            (SELECT contests.challenge, contests.created_at FROM contests
            WHERE contests.visibility = 'public' AND contests.state <> 'draft'
                AND (contests.created_at, contests.challenge) < (\(after.at), \(after.id))
                AND \(fitting: self)
            ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, contests.created_at FROM contests
            JOIN \(friendsOf: viewer) AS friends(id) ON friends.id = contests.owner
            WHERE contests.visibility = 'friends'
                AND (contests.created_at, contests.challenge) < (\(after.at), \(after.id))
                AND \(fitting: self)
            ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, contests.created_at FROM contests
            JOIN participants ON participants.challenge = contests.challenge
            WHERE participants.user_id = \(viewer)
                AND (contests.created_at, contests.challenge) < (\(after.at), \(after.id))
                AND \(fitting: self)
            ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, contests.created_at FROM contests
            WHERE contests.owner = \(viewer)
                AND (contests.created_at, contests.challenge) < (\(after.at), \(after.id))
                AND \(fitting: self)
            ORDER BY contests.created_at DESC, contests.challenge DESC LIMIT \(limit))
            ORDER BY created_at DESC, challenge DESC LIMIT \(limit)
        ) AS listed
        JOIN contests ON contests.challenge = listed.challenge
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.created_at DESC, listed.challenge DESC
        """
    }
}

extension SQL.StringInterpolation {
    /// The conditions of a page: its list, its filters, and what the viewer sees. Where only what
    /// one person made is listed, `challenges` is joined.
    fileprivate mutating func appendInterpolation(fitting page: ContestsPage) {
        switch page.list {
        case .discover:
            appendInterpolation(contestsToJoinFor: page.viewer, at: page.now)
            appendLiteral(" AND ")
        case .ongoing, .invited: appendLiteral("contests.state IN ('scheduled', 'active') AND ")
        case .current:
            appendLiteral("contests.state IN ('scheduled', 'active', 'settling') AND ")
        case .created:
            appendLiteral("challenges.author = ")
            appendInterpolation(page.viewer)
            appendLiteral(" AND ")
        case .all, .unknown: break
        }
        if let author = page.author {
            appendLiteral("challenges.author = ")
            appendInterpolation(author)
            appendLiteral(" AND ")
            appendInterpolation(authorsShownTo: page.viewer)
            appendLiteral(" AND ")
        }
        if let state = page.state {
            appendLiteral("contests.state = ")
            appendInterpolation(state)
            appendLiteral(" AND ")
        }
        if let kind = page.kind {
            appendLiteral("contests.kind = ")
            appendInterpolation(kind.rawValue)
            appendLiteral(" AND ")
        }
        appendInterpolation(contestsSeenBy: page.viewer)
    }

    /// The condition under which a person is told who made a contest: others see a placeholder, and
    /// must not find out by the filter either (2.11-placeholder).
    private mutating func appendInterpolation(authorsShownTo viewer: UserID) {
        appendLiteral("(challenges.author = ")
        appendInterpolation(viewer)
        appendLiteral(" OR coalesce(")
        appendInterpolation(standingOf: "challenges.author")
        appendLiteral(", 'active') = 'active' AND coalesce(")
        appendInterpolation(relationOf: "challenges.author", with: viewer)
        appendLiteral(", 'none') <> 'blocked')")
    }
}
