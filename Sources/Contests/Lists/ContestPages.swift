package import ChallengesAPI
package import ChallengesCore
package import Identifiers
import People
import Postgres
package import Values
package import Wire

/// A page of the contests that a viewer may see.
package struct ContestsPage: Sendable {
    let viewer: UserID
    let list: ListContests.Selection
    /// Only contests by this author.
    var author: UserID?
    var state: ContestLife.State?
    var kind: ChallengeKind?
    var category: String?
    var words: SearchWords?
    let now: Instant
    var place = Place.newest(after: nil)
    /// The maximum number of contests.
    let limit: Int
    /// Whether the statement serves several pages: each row `page` then has the viewer, the moment
    /// and the size.
    private var isOfEach = false

    package init(
        viewer: UserID,
        list: ListContests.Selection,
        author: UserID? = nil,
        state: ContestLife.State? = nil,
        kind: ChallengeKind? = nil,
        category: String? = nil,
        words: SearchWords? = nil,
        now: Instant,
        place: Place = Place.newest(after: nil),
        limit: Int
    ) {
        self.viewer = viewer
        self.list = list
        self.author = author
        self.state = state
        self.kind = kind
        self.category = category
        self.words = words
        self.now = now
        self.place = place
        self.limit = limit
    }
}

extension ContestsPage {
    /// The contests that each of several viewers may join, newest first.
    static let discover: Self = {
        // Only the list is used in the statement.
        var page = Self(viewer: UserID(), list: .discover, now: .never, limit: 0)
        page.isOfEach = true
        return page
    }()

    /// The viewer of the contests.
    var seer: Viewer { isOfEach ? .each : .one(viewer) }

    /// The page in the form in which it is read together with other viewers' pages; `nil` unless it
    /// is the first page of contests to join, newest first and without filters.
    var gathered: DiscoverPage? {
        guard case .newest(nil) = place, list == .discover else { return nil }
        guard author == nil, state == nil, kind == nil, category == nil, words == nil else {
            return nil
        }
        return DiscoverPage(viewer: viewer, moment: now, limit: limit)
    }
}

/// The first page of the contests that a viewer may join at a moment.
struct DiscoverPage: Hashable {
    let viewer: UserID
    let moment: Instant
    /// The maximum number of contests.
    let limit: Int
}

/// A contest of one of several pages, as their statement returns it.
private struct DiscoverRow {
    let id: ChallengeID
    let isListed: Bool
    let isLast: Bool
    /// The contest, in one of the rows with its id; `nil` in the others.
    let contest: ContestRecord?

    init(reading row: inout Row) throws {
        id = try row.next()
        isListed = try row.next()
        isLast = try row.next()
        contest = try row.next(Bool.self) ? ContestRecord(reading: &row) : nil
    }
}

/// A contest in a list.
package struct ListedContest: Sendable {
    package let contest: ContestRecord
    /// The number of users who ever joined it, or its trend, if the list is ordered by that;
    /// otherwise 0.
    let rank: Int
}

/// A contest with a participant or former participant.
package struct JoinedContest: Sendable {
    package let contest: ContestRecord
    /// When the user joined it first.
    package let joinedAt: Instant
}

/// A page of the contests that a user is or was in, by the time when they joined, newest first.
package struct ProfilePage: Sendable {
    let user: UserID
    let viewer: UserID
    let list: List
    /// The time and the id of the last contest of the previous page.
    var after: (at: Instant, id: ChallengeID)?
    /// The maximum number of contests.
    let limit: Int

    package init(
        user: UserID,
        viewer: UserID,
        list: List,
        after: (at: Instant, id: ChallengeID)? = nil,
        limit: Int
    ) {
        self.user = user
        self.viewer = viewer
        self.list = list
        self.after = after
        self.limit = limit
    }

    package enum List: Sendable {
        case joined, current, completed
    }
}

/// A page of the published contests that a user is in and that are not over, by their ends; those
/// without an end come last. Only the newest `Looks.max` of their contests are examined, including
/// those that are over.
package struct JoinedContestsPage: Sendable {
    let user: UserID
    /// The end and the id of the last contest of the previous page.
    var after: (at: Instant, id: ChallengeID)?
    /// The maximum number of contests.
    let limit: Int

    package init(
        user: UserID,
        after: (at: Instant, id: ChallengeID)? = nil,
        limit: Int
    ) {
        self.user = user
        self.after = after
        self.limit = limit
    }
}

/// A page of the contests that a user is invited to and may still join, by their ends; those
/// without an end come last. Only the newest `Looks.max` are examined.
package struct InvitationsPage: Sendable {
    let user: UserID
    let now: Instant
    /// The end and the id of the last contest of the previous page.
    var after: (at: Instant, id: ChallengeID)?
    /// The maximum number of contests.
    let limit: Int

    package init(
        user: UserID,
        now: Instant,
        after: (at: Instant, id: ChallengeID)? = nil,
        limit: Int
    ) {
        self.user = user
        self.now = now
        self.after = after
        self.limit = limit
    }
}

// The lists of the `contests` table.
extension Reader {
    /// A page of the contests that a viewer may see.
    package func contests(_ page: ContestsPage) async throws -> ListPart<ListedContest> {
        let looked = try await all(page.statement) { row in
            try LookedAt(reading: &row) { row in
                try ListedContest(contest: ContestRecord(reading: &row), rank: row.next())
            }
        }
        return ListPart(looked)
    }

    /// First pages of the contests that viewers may join, all from one snapshot. Pages without
    /// contests are left out.
    func contests(
        toJoin pages: [DiscoverPage]
    ) async throws -> [DiscoverPage: ListPart<ListedContest>] {
        let rows = try await lists(for: pages, ContestsPage.statement(of: pages)) { row in
            try DiscoverRow(reading: &row)
        }
        var contests: [ChallengeID: ContestRecord] = [:]
        for row in rows.values.joined() {
            if let contest = row.contest { contests[row.id] = contest }
        }
        return rows.mapValues { [contests] rows in
            ListPart(
                rows.compactMap { row in
                    contests[row.id].map { contest in
                        LookedAt(
                            ListedContest(contest: contest, rank: 0),
                            isListed: row.isListed,
                            isLast: row.isLast
                        )
                    }
                }
            )
        }
    }

    /// A page of the contests that a user is or was in.
    package func contests(_ page: ProfilePage) async throws -> ListPart<JoinedContest> {
        let looked = try await all(
            """
            SELECT \(contest: .columns), listed.joined_at, listed.is_listed, listed.is_last
            FROM (
                SELECT participants.challenge, participants.joined_at, checked.is_listed,
                    participants.is_last
                FROM (
                    SELECT looked.*, row_number() OVER (
                        ORDER BY looked.joined_at DESC, looked.challenge DESC
                    ) = \(Looks.most) AS is_last
                    FROM (
                        SELECT * FROM participants
                        WHERE participants.user_id = \(page.user)
                            AND participants.joined_at IS NOT NULL\(joinedBehind: page.after)
                        ORDER BY participants.joined_at DESC, participants.challenge DESC
                        LIMIT \(Looks.max)
                    ) AS looked
                ) AS participants
                JOIN contests ON contests.challenge = participants.challenge
                CROSS JOIN LATERAL (SELECT \(fitting: page) AS is_listed OFFSET 0) AS checked
                WHERE checked.is_listed OR participants.is_last
                ORDER BY participants.joined_at DESC, participants.challenge DESC
                LIMIT \(page.limit)
            ) AS listed
            JOIN contests ON contests.challenge = listed.challenge
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY listed.joined_at DESC, listed.challenge DESC
            """
        ) { row in
            try LookedAt(reading: &row) { row in
                try JoinedContest(contest: ContestRecord(reading: &row), joinedAt: row.next())
            }
        }
        return ListPart(looked)
    }

    /// Contests by their ids, without checking who may see them. Ids without a contest are left
    /// out.
    package func contests(_ ids: [ChallengeID]) async throws -> [ChallengeID: ContestRecord] {
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

    /// Pages of the contests that users are in, in the given order. Open contests that they
    /// completed are left out.
    package func contests(_ pages: [JoinedContestsPage]) async throws -> [[ContestRecord]] {
        let number = Array(pages.indices)
        let found = try await lists(
            for: number,
            """
            SELECT page.number, \(contest: .listed)
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.after?.at)),
                \(pages.map(\.after?.id)), \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, behind, id, size, number)
            CROSS JOIN LATERAL (
                SELECT contests.*, coalesce(contests.ends_at, 'infinity') AS due
                FROM (
                    SELECT * FROM participants
                    WHERE participants.user_id = page.person AND participants.state = 'joined'
                    ORDER BY participants.contest_created_at DESC, participants.challenge DESC
                    LIMIT \(Looks.max)
                ) AS participants
                CROSS JOIN LATERAL (
                    SELECT contests.* FROM contests
                    WHERE contests.challenge = participants.challenge OFFSET 0
                ) AS contests
                WHERE (contests.kind <> 'open' OR participants.completed_at IS NULL)
                    AND contests.state IN ('scheduled', 'active', 'settling')
                    AND \(joinedContestsSeenBy: "page.person")
                    AND (page.behind IS NULL OR (coalesce(contests.ends_at, 'infinity'),
                        contests.challenge) > (page.behind, page.id))
                ORDER BY due, contests.challenge LIMIT page.size
            ) AS listed
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY page.number, listed.due, listed.challenge
            """
        ) { row in
            try ContestRecord(reading: &row)
        }
        return number.map { found[$0] ?? [] }
    }

    /// Pages of the contests that users are invited to, in the given order.
    package func contests(_ pages: [InvitationsPage]) async throws -> [[ContestRecord]] {
        let number = Array(pages.indices)
        let found = try await lists(
            for: number,
            """
            SELECT page.number, \(contest: .listed)
            FROM unnest(\(pages.map(\.user)), \(pages.map(\.now)), \(pages.map(\.after?.at)),
                \(pages.map(\.after?.id)), \(pages.map(\.limit)))
                WITH ORDINALITY AS page(person, moment, behind, id, size, number)
            CROSS JOIN LATERAL (
                SELECT contests.*, coalesce(contests.ends_at, 'infinity') AS due
                FROM (
                    SELECT * FROM participants
                    WHERE participants.user_id = page.person AND participants.state = 'invited'
                    ORDER BY participants.contest_created_at DESC, participants.challenge DESC
                    LIMIT \(Looks.max)
                ) AS participants
                CROSS JOIN LATERAL (
                    SELECT contests.* FROM contests
                    WHERE contests.challenge = participants.challenge OFFSET 0
                ) AS contests
                WHERE contests.state IN ('scheduled', 'active')
                    AND coalesce(contests.ends_at, 'infinity') > page.moment
                    AND (NOT contests.locks_late OR contests.starts_at > page.moment)
                    AND \(invitingContestsSeenBy: "page.person")
                    AND (page.behind IS NULL OR (coalesce(contests.ends_at, 'infinity'),
                        contests.challenge) > (page.behind, page.id))
                ORDER BY due, contests.challenge LIMIT page.size
            ) AS listed
            JOIN challenges ON challenges.id = listed.challenge
            ORDER BY page.number, listed.due, listed.challenge
            """
        ) { row in
            try ContestRecord(reading: &row)
        }
        return number.map { found[$0] ?? [] }
    }
}

// The conditions of a page.
extension SQL.StringInterpolation {
    /// Writes whether the id in a column is that of a contest that a viewer sees. It is looked up
    /// for each row, so that reading stops at the end of the page.
    package mutating func appendInterpolation(isContest column: StaticString, seenBy viewer: UserID)
    {
        appendLiteral("coalesce((SELECT true FROM contests WHERE contests.challenge = ")
        appendLiteral(column)
        appendLiteral(" AND ")
        appendInterpolation(contestsSeenBy: viewer)
        appendLiteral("), false)")
    }

    /// The further condition that a contest comes after the previous page, by the time when the
    /// user joined.
    fileprivate mutating func appendInterpolation(
        joinedBehind last: (at: Instant, id: ChallengeID)?
    ) {
        guard let last else { return }
        appendLiteral(" AND (participants.joined_at, participants.challenge) < (")
        appendInterpolation(last.at)
        appendLiteral(", ")
        appendInterpolation(last.id)
        appendLiteral(")")
    }

    /// The conditions of a page of a user's contests: its list, and that the viewer may see its
    /// participants. Users see all of their own contests that they may see at all.
    fileprivate mutating func appendInterpolation(fitting page: ProfilePage) {
        switch page.list {
        case .joined: appendLiteral("participants.state = 'joined'")
        case .current:
            appendLiteral("participants.state = 'joined'")
            appendLiteral(" AND contests.state IN ('scheduled', 'active', 'settling')")
            appendLiteral(" AND (contests.kind <> 'open' OR participants.completed_at IS NULL)")
        // As in `hasCompleted`.
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
