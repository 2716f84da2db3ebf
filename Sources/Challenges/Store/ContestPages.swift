import ChallengesAPI
import Identifiers
import People
import Postgres
import Values

/// A page of the contests that a person may see.
struct ContestsPage: Sendable {
    let viewer: UserID
    let list: ListContests.Selection
    /// Only those that this person made.
    var author: UserID?
    var state: ContestLife.State?
    var kind: ChallengeKind?
    var category: String?
    var words: SearchWords?
    let now: Instant
    var place = Place.newestStart
    /// How many contests.
    let limit: Int
}

/// A contest of a list.
struct ListedContest: Sendable {
    let contest: ContestRecord
    /// How many people ever joined it, or how much it trends: what the list is ordered by; 0 if
    /// that is neither.
    let rank: Int
}

/// A contest that a person is or was in.
struct JoinedContest: Sendable {
    let contest: ContestRecord
    /// When they joined it first.
    let joinedAt: Instant
}

/// A page of the contests that a person is or was in, those first that they joined last.
struct ProfilePage: Sendable {
    let user: UserID
    let viewer: UserID
    let list: List
    /// When the person joined the last contest of the page before, and its id.
    var after: (at: Instant, id: ChallengeID) = (.never, .of(255))
    /// How many contests.
    let limit: Int

    enum List: Sendable {
        case joined, current, completed
    }
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
    func contests(_ page: ContestsPage) async throws -> [ListedContest] {
        try await all(page.statement) { row in
            try ListedContest(contest: ContestRecord(reading: &row), rank: row.next())
        }
    }

    /// A page of the contests that a person is or was in.
    func contests(_ page: ProfilePage) async throws -> [JoinedContest] {
        try await all(
            """
            SELECT \(contest: .columns), listed.joined_at
            FROM (
                SELECT contests.challenge, participants.joined_at FROM contests
                JOIN participants ON participants.challenge = contests.challenge
                WHERE participants.user_id = \(page.user) AND participants.joined_at IS NOT NULL
                    AND (participants.joined_at, participants.challenge)
                        < (\(page.after.at), \(page.after.id))
                    AND \(fitting: page)
                ORDER BY participants.joined_at DESC, participants.challenge DESC
                LIMIT \(page.limit)
            ) AS listed
            JOIN contests ON contests.challenge = listed.challenge
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY listed.joined_at DESC, listed.challenge DESC
            """
        ) { row in
            try JoinedContest(contest: ContestRecord(reading: &row), joinedAt: row.next())
        }
    }

    /// Contests, whoever may see them; those that do not exist are left out.
    func contests(_ ids: [ChallengeID]) async throws -> [ChallengeID: ContestRecord] {
        guard !ids.isEmpty else { return [:] }
        let contests = try await all(
            """
            SELECT \(contest: .columns)
            FROM contests JOIN challenges ON challenges.id = contests.challenge
            WHERE contests.challenge = ANY(\(ids))
            """,
            ids.count <= 200 ? .point : .leased
        ) { row in
            try ContestRecord(reading: &row)
        }
        return Dictionary(uniqueKeysWithValues: contests.map { ($0.id, $0) })
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
        if case .trending = place { return trending }
        return switch list {
        case .current: taken(part: .joined)
        case .invited: taken(part: .invited)
        case .created: made(by: author ?? viewer)
        case .discover, .ongoing, .all, .unknown:
            author.map { made(by: $0) } ?? words.map { having($0) } ?? seen
        }
    }

    /// What a person is the author of, even if another owns it now.
    private func made(by maker: UserID) -> SQL {
        """
        SELECT \(contest: .columns), \(rankOf: place) FROM contests
        JOIN challenges ON challenges.id = contests.challenge\(countsOrNoneFor: place)
        WHERE challenges.author = \(maker) AND challenges.kind IN ('competition', 'open')
            AND \(ofChallengesBehind: place) AND \(fitting: self)
        ORDER BY \(keyOfChallenges: place) DESC, challenges.id DESC LIMIT \(limit)
        """
    }

    /// What the viewer has this part in.
    private func taken(part: Participant.State) -> SQL {
        """
        SELECT \(contest: .columns), \(listedRankOf: place)
        FROM (
            SELECT contests.challenge, \(keyOf: place) AS key FROM contests
            JOIN participants ON participants.challenge = contests.challenge
            JOIN challenges ON challenges.id = contests.challenge\(countsFor: place)
            WHERE participants.user_id = \(viewer) AND participants.state = \(part.rawValue)
                AND (participants.state <> 'joined' OR contests.kind <> 'open'
                    OR participants.completed_at IS NULL)
                AND \(behind: place) AND \(fitting: self)
            ORDER BY key DESC, contests.challenge DESC LIMIT \(limit)
        ) AS listed
        JOIN contests ON contests.challenge = listed.challenge
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.key DESC, listed.challenge DESC
        """
    }

    /// What is public, what the viewer's friends show to their friends, what the viewer has a part
    /// in, and what is theirs.
    private var seen: SQL {
        """
        SELECT \(contest: .columns), \(listedRankOf: place)
        FROM (
            (SELECT contests.challenge, \(keyOf: place) AS key
            FROM contests\(countsFor: place)
            WHERE \(publicIn: self) AND \(behind: place) AND \(fitting: self)
            ORDER BY \(categoryOf: self)key DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, \(keyOf: place) AS key
            FROM contests\(countsFor: place)
            JOIN \(friendsOf: viewer) AS friends(id) ON friends.id = contests.owner
            WHERE contests.visibility = 'friends' AND \(behind: place) AND \(fitting: self)
            ORDER BY key DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, \(keyOf: place) AS key
            FROM contests\(countsFor: place)
            JOIN participants ON participants.challenge = contests.challenge
            WHERE participants.user_id = \(viewer) AND \(behind: place) AND \(fitting: self)
            ORDER BY key DESC, contests.challenge DESC LIMIT \(limit))
            UNION
            (SELECT contests.challenge, \(keyOf: place) AS key
            FROM contests\(countsOrNoneFor: place)
            WHERE contests.owner = \(viewer) AND \(behind: place) AND \(fitting: self)
            ORDER BY key DESC, contests.challenge DESC LIMIT \(limit))
            ORDER BY key DESC, challenge DESC LIMIT \(limit)
        ) AS listed
        JOIN contests ON contests.challenge = listed.challenge
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.key DESC, listed.challenge DESC
        """
    }

    /// What has words. OFFSET 0 keeps the statements apart: what has the words is found by the
    /// words, however many it is expected to be, and put in order before anything else is read of
    /// it.
    private func having(_ words: SearchWords) -> SQL {
        var rest = self
        rest.words = nil
        return """
            SELECT \(contest: .columns), \(listedRankOf: place)
            FROM (
                SELECT contests.challenge, \(keyOf: place) AS key FROM contests
                JOIN challenges ON challenges.id = contests.challenge\(countsOrNoneFor: place)
                WHERE \(contestsHaving: words) AND \(behind: place)
                ORDER BY key DESC, contests.challenge DESC OFFSET 0
            ) AS listed
            JOIN contests ON contests.challenge = listed.challenge
            JOIN challenges ON challenges.id = listed.challenge
            WHERE \(fitting: rest)
            ORDER BY listed.key DESC, listed.challenge DESC LIMIT \(limit)
            """
    }

    /// What is public and trends. Of people behind a block nothing is there, even where the viewer
    /// is in it with them.
    private var trending: SQL {
        """
        SELECT \(contest: .columns), listed.key
        FROM (
            SELECT contests.challenge, trends.score AS key FROM contests
            JOIN trends ON trends.target = contests.challenge
            JOIN challenges ON challenges.id = contests.challenge
            LEFT JOIN participants ON participants.challenge = contests.challenge
                AND participants.user_id = \(viewer)
            WHERE trends.of = 'contest' AND trends.score IS NOT NULL AND \(behind: place)
                AND contests.visibility = 'public' AND contests.state <> 'draft'
                AND contests.hidden_at IS NULL AND \(partIn: list)
                AND \(person: "contests.owner", isShownTo: viewer)
                AND \(person: "challenges.author", isShownTo: viewer) AND \(fitting: self)
            ORDER BY trends.score DESC, trends.target DESC LIMIT \(limit)
        ) AS listed
        JOIN contests ON contests.challenge = listed.challenge
        JOIN challenges ON challenges.id = listed.challenge
        ORDER BY listed.key DESC, listed.challenge DESC
        """
    }
}

// The conditions of a page.
extension SQL.StringInterpolation {
    /// Writes whether the id in a column is that of a contest that a person sees. It is looked up for
    /// each row, so that a list ends with its page.
    mutating func appendInterpolation(isContest column: StaticString, seenBy viewer: UserID) {
        appendLiteral("coalesce((SELECT true FROM contests WHERE contests.challenge = ")
        appendLiteral(column)
        appendLiteral(" AND ")
        appendInterpolation(contestsSeenBy: viewer)
        appendLiteral("), false)")
    }

    /// The conditions of a page: its list, its filters, and what the viewer sees. Where only what
    /// one person made, or what has words, is listed, `challenges` is joined.
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
            appendInterpolation(person: "challenges.author", isShownTo: page.viewer)
            appendLiteral(" AND ")
        }
        if let words = page.words {
            appendInterpolation(contestsHaving: words)
            appendLiteral(" AND ")
        }
        appendInterpolation(filtersOf: page)
        appendInterpolation(contestsSeenBy: page.viewer)
    }

    /// The conditions of the filters that are columns of `contests`.
    private mutating func appendInterpolation(filtersOf page: ContestsPage) {
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
        if let category = page.category {
            // By how many joined, an index of the counts has the order, and none of `contests`.
            if case .newest = page.place {
                appendLiteral("contests.category = ANY(ARRAY[")
                appendInterpolation(category)
                appendLiteral("]) AND ")
            } else {
                appendLiteral("contests.category IS NOT DISTINCT FROM ")
                appendInterpolation(category)
                appendLiteral(" AND ")
            }
        }
    }

    /// The condition under which the texts of a contest have words.
    fileprivate mutating func appendInterpolation(contestsHaving words: SearchWords) {
        appendLiteral("challenges.kind IN ('competition', 'open') AND contest_words(")
        appendLiteral("challenges.name, challenges.caption, challenges.description)")
        appendLiteral(" @@ to_tsquery('simple', ")
        appendInterpolation(words.query)
        appendLiteral(")")
    }

    /// The condition under which the viewer, whose part in the contest is joined, has the part that
    /// a list is of.
    fileprivate mutating func appendInterpolation(partIn list: ListContests.Selection) {
        switch list {
        case .current:
            appendLiteral("participants.state = 'joined' AND (contests.kind <> 'open'")
            appendLiteral(" OR participants.completed_at IS NULL)")
        case .invited: appendLiteral("participants.state = 'invited'")
        case .discover, .ongoing, .created, .all, .unknown: appendLiteral("true")
        }
    }

    /// The condition under which a viewer is told who the person in a column is: others see a
    /// placeholder, and must not find out by a filter either (2.11-placeholder).
    fileprivate mutating func appendInterpolation(
        person column: StaticString,
        isShownTo viewer: UserID
    ) {
        appendLiteral("(")
        appendLiteral(column)
        appendLiteral(" = ")
        appendInterpolation(viewer)
        appendLiteral(" OR coalesce(")
        appendInterpolation(standingOf: column)
        appendLiteral(", 'active') = 'active' AND coalesce(")
        appendInterpolation(relationOf: column, with: viewer)
        appendLiteral(", 'none') <> 'blocked')")
    }

    /// The conditions of a page of a person's contests: its list, and what the viewer sees, to whom
    /// it is told that the person is in them. A person sees all of their own that they see at all.
    fileprivate mutating func appendInterpolation(fitting page: ProfilePage) {
        switch page.list {
        case .joined: appendLiteral("participants.state = 'joined'")
        case .current:
            appendLiteral("participants.state = 'joined'")
            appendLiteral(" AND contests.state IN ('scheduled', 'active', 'settling')")
            appendLiteral(" AND (contests.kind <> 'open' OR participants.completed_at IS NULL)")
        // As `hasCompleted` says.
        case .completed:
            appendLiteral("participants.state IN ('joined', 'left')")
            appendLiteral(" AND (participants.completed_at IS NOT NULL OR ")
            appendInterpolation(Clauses.completedCompetition)
            appendLiteral(")")
        }
        appendLiteral(" AND ")
        if page.viewer == page.user {
            appendInterpolation(contestsSeenBy: page.viewer)
        } else {
            appendInterpolation(contestPeopleSeenBy: page.viewer)
        }
    }
}

extension Clauses {
    /// The condition under which a person has completed a competition by having an entry and being
    /// in it when it ended, as `hasCompleted` says.
    static let completedCompetition: Clauses = """
        (contests.kind = 'competition' AND contests.state = 'completed'
            AND participants.entries > 0 AND (participants.state = 'joined'
                OR participants.state = 'left' AND participants.ended_at >= contests.ends_at))
        """
}
