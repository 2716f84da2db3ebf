import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Definitions
@testable import Discovery

/// Slow: fills tables with 100,000 rows each.
///
/// A list reads a bounded number of the rows that others plant, and none that only strangers see
/// (2.14-lists).
@Suite(PlantedDatabase())
struct PlantedListsTests {
    private static let page = 21

    /// A list, and how to read a page of it.
    struct List: Sendable, CustomTestStringConvertible {
        let name: String
        /// The table that it looks at.
        let table: String
        let read: @Sendable (StatementLog) async throws -> Void

        var testDescription: String { name }
    }

    /// How many rows of the table the steps of all statements read, and these steps.
    private func reads(of list: List) async throws -> (rows: Double, steps: String) {
        let log = StatementLog(.fresh)
        try await list.read(log)
        #expect(!log.statements.isEmpty)
        var reads = (rows: 0.0, steps: "")
        for statement in log.statements {
            let plan = try await Database.fresh.plan(of: statement)
            for step in plan.all where step.table == list.table {
                #expect(step.type != "Seq Scan", "reads a whole table:\n\(plan)")
                reads.rows += step.read
            }
            reads.steps += "\(plan)\n"
        }
        return reads
    }

    @Test(arguments: contestLists + definitionLists + profileLists + ownLists)
    func `a list looks at few rows, whatever is planted`(list: List) async throws {
        let reads = try await reads(of: list)
        #expect(reads.rows <= 1_500, "\(reads.steps)")
    }

    @Test func `pages that are read together look at no more, whatever is planted`() async throws {
        let pages = Self.viewers.map { _, viewer in
            DiscoverPage(viewer: viewer, moment: Crowd.now, limit: Self.page)
        }
        let list = List(name: "discover, gathered", table: "contests") { log in
            _ = try await log.contests(toJoin: pages)
        }
        let reads = try await reads(of: list)
        #expect(reads.rows <= 1_600 * Double(pages.count), "\(reads.steps)")
    }

    @Test(arguments: hiddenLists)
    func `what only strangers see is not read`(list: List) async throws {
        let reads = try await reads(of: list)
        #expect(reads.rows == 0, "\(reads.steps)")
    }

    private static let viewers: [(String, UserID)] = [
        ("a stranger", Planted.stranger), ("the planter", Planted.planter),
        ("a friend", Planted.friend), ("behind a block", Planted.blocked),
    ]
    private static let words: [String?] = [nil, "run", "r", "lighthouse", "nothing"]

    private static let contestLists: [List] = viewers.flatMap { name, viewer in
        words.flatMap { word in
            [ListContests.Selection.discover, .ongoing, .all, .current, .invited, .created].flatMap
            {
                list in
                [
                    contests(list, word, .newest(after: nil), as: viewer, name),
                    contests(list, word, .popular(after: nil), as: viewer, name),
                    contests(list, word, .trending(after: nil), as: viewer, name),
                ]
            }
        }
            + [Planted.planter, Planted.friendly].flatMap { author in
                [
                    contests(.all, nil, .newest(after: nil), by: author, as: viewer, name),
                    contests(.all, "run", .popular(after: nil), by: author, as: viewer, name),
                    contests(
                        .discover,
                        "lighthouse",
                        .newest(after: nil),
                        by: author,
                        as: viewer,
                        name
                    ),
                ]
            }
    }

    private static let definitionLists: [List] = viewers.flatMap { name, viewer in
        words.flatMap { word in
            [
                definitions(word, .newest(after: nil), as: viewer, name),
                definitions(word, .used(after: nil), as: viewer, name),
                definitions(word, .trending(after: nil), as: viewer, name),
                definitions(word, .newest(after: nil), of: .mine, as: viewer, name),
                definitions(word, .used(after: nil), of: .workout, as: viewer, name),
                definitions(word, .newest(after: nil), by: Planted.planter, as: viewer, name),
                definitions(word, .used(after: nil), by: Planted.friendly, as: viewer, name),
            ]
        }
    }

    private static let profileLists: [List] = viewers.flatMap { name, viewer in
        [ProfilePage.List.joined, .current, .completed].map { list in
            List(name: "profile of the planter, \(list), as \(name)", table: "contests") { log in
                let page = ProfilePage(
                    user: Planted.planter,
                    viewer: viewer,
                    list: list,
                    limit: page
                )
                _ = try await log.contests(page)
            }
        }
    }

    private static let ownLists: [List] = viewers.flatMap { name, viewer in
        [
            List(name: "home as \(name)", table: "contests") { log in
                _ = try await log.contests([JoinedContestsPage(user: viewer, limit: page)])
            },
            List(name: "invitations as \(name)", table: "contests") { log in
                let page = InvitationsPage(user: viewer, now: Crowd.now, limit: page)
                _ = try await log.contests([page])
            },
            List(name: "wishes as \(name)", table: "wishes") { log in
                _ = try await log.opinions(.wishes, of: viewer, after: nil, limit: page)
            },
        ]
    }

    /// What finds only what the planter keeps to themselves.
    private static let hiddenLists: [List] = [
        contests(.all, "planted", .newest(after: nil), as: Planted.stranger, "a stranger"),
        contests(.discover, "planted", .newest(after: nil), as: Planted.stranger, "a stranger"),
        contests(.all, "planted", .popular(after: nil), as: Planted.stranger, "a stranger"),
        contests(.all, nil, .newest(after: nil), by: Planted.planter, as: Planted.stranger, ""),
        contests(.all, nil, .popular(after: nil), by: Planted.planter, as: Planted.stranger, ""),
        definitions("planted", .newest(after: nil), as: Planted.stranger, "a stranger"),
        definitions("planted", .used(after: nil), as: Planted.stranger, "a stranger"),
        definitions(nil, .newest(after: nil), by: Planted.planter, as: Planted.stranger, ""),
        definitions(nil, .used(after: nil), by: Planted.planter, as: Planted.stranger, ""),
    ]

    private static func contests(
        _ list: ListContests.Selection,
        _ words: String?,
        _ place: ContestsPage.Place,
        by author: UserID? = nil,
        as viewer: UserID,
        _ name: String
    ) -> List {
        let by = author.map { " by \($0)" } ?? ""
        return List(
            name: "contests, \(list), \(words ?? ""), \(place)\(by), as \(name)",
            table: "contests"
        ) { log in
            let page = ContestsPage(
                viewer: viewer,
                list: list,
                author: author,
                words: try words.map { try SearchWords($0) },
                now: Crowd.now,
                place: place,
                limit: page
            )
            _ = try await log.contests(page)
        }
    }

    private static func definitions(
        _ words: String?,
        _ place: DefinitionsPage.Place,
        of selection: ListDefinitions.Selection? = nil,
        by author: UserID? = nil,
        as viewer: UserID,
        _ name: String
    ) -> List {
        let by = author.map { " by \($0)" } ?? ""
        return List(
            name: "definitions, \(words ?? ""), \(place)\(by), as \(name)",
            table: "definitions"
        ) { log in
            let page = DefinitionsPage(
                viewer: viewer,
                languages: Languages(nil),
                selection: selection,
                words: try words.map { try SearchWords($0) },
                category: nil,
                author: author,
                place: place,
                limit: page
            )
            _ = try await log.definitions(page)
        }
    }
}

/// 100,000 contests and as many definitions: 20,000 that their author keeps to themselves and is
/// in, 20,000 that another shows to their friends, and 60,000 that everyone may see but for one
/// person. All have one word, every ten-thousandth another, and the first a third.
private enum Planted {
    static let planter: UserID = Crowd.id(1)
    static let friendly: UserID = Crowd.id(3)
    /// Of both.
    static let friend: UserID = Crowd.id(2)
    static let stranger: UserID = Crowd.id(20)
    static let blocked: UserID = Crowd.id(30)

    static func fill(_ database: Database) async throws {
        try await Crowd.fill(database, people: 40) { tx in
            try await fillContests(tx)
            try await fillDefinitions(tx)
            try await fillOthers(tx)
        }
    }

    private static func fillContests(_ tx: Transaction) async throws {
        let now = Crowd.now
        try await tx.run(
            """
            CREATE TEMPORARY TABLE planted ON COMMIT DROP AS
            SELECT n, pg_temp.id(1000000 + n) AS id,
                \(now) - n * interval '1 second' AS created_at,
                CASE WHEN n < 20000 THEN \(planter) WHEN n < 40000 THEN \(friendly)
                    ELSE pg_temp.id(9) END AS author,
                CASE WHEN n < 20000 THEN 'private' WHEN n < 40000 THEN 'friends'
                    ELSE 'public' END AS visibility,
                'Run' || CASE WHEN n < 20000 THEN ' planted' ELSE '' END
                    || CASE WHEN n % 10000 = 7 THEN ' lighthouse' ELSE '' END AS name
            FROM generate_series(0, 99999) AS n
            """
        )
        try await tx.run(
            """
            INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
            SELECT id, 'competition', name, '', author, 'optional', created_at FROM planted
            """
        )
        try await tx.run(
            """
            INSERT INTO contests (challenge, kind, owner, state, visibility, created_at,
                published_at, starts_at, ends_at, closed_at, time_zone, whole_days, aggregation,
                direction, score, sources, needs_approval, members_may_invite, locks_late,
                author_plays, invitees, version, words, author, folded)
            SELECT id, 'competition', author, CASE WHEN n < 40000 THEN 'cancelled' ELSE 'active' END,
                visibility, created_at, created_at, created_at, created_at + interval '3 years',
                CASE WHEN n < 40000 THEN created_at END, 'UTC', false, 'sum', 'higher', 'raw',
                'any', false, false, false, true, '{}', 1, contest_words(name, '', ''), author,
                strip(contest_words(name, '', ''))
            FROM planted
            """
        )
        try await tx.run(
            """
            INSERT INTO contest_counts (challenge, joined, joins, likes, is_public, is_open)
            SELECT id, 1, 1, 0, visibility = 'public', visibility = 'public' FROM planted
            """
        )
        try await tx.run(
            """
            INSERT INTO participants (challenge, user_id, state, by_code, joined_at, entries,
                is_flagged, version, contest_created_at)
            SELECT id, author, 'joined', false, created_at, 0, false, 1, created_at FROM planted
            WHERE n < 40000
            """
        )
    }

    private static func fillDefinitions(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO definitions (id, author, name, caption, description, category,
                whole_numbers, timer, proof, visibility, state, created_at, changed_at, version,
                translations, folded)
            SELECT pg_temp.id(n), author, name, '', '', 'strength', false, 'none', 'optional',
                visibility, 'shown', created_at, created_at, 1, '',
                strip(contest_words(name, '', '')) FROM planted
            """
        )
        // As the service does for presets soon after its start.
        try await tx.run("UPDATE definitions SET folded = strip(words) WHERE folded IS NULL")
        try await tx.run(
            """
            INSERT INTO definition_counts (definition, likes, users, rating_sum, ratings, is_public,
                category)
            SELECT pg_temp.id(n), 0, 1, 0, 0, visibility = 'public', 'strength' FROM planted
            """
        )
    }

    /// What trends, what is wished for, and the block.
    private static func fillOthers(_ tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO trends (target, of, score, people, computed_at, due_at)
            SELECT id, 'contest', 1000000 - n, 3, \(Crowd.now), \(Crowd.now) + interval '1 hour'
            FROM planted WHERE visibility = 'public'
            UNION ALL
            SELECT pg_temp.id(n), 'definition', 1000000 - n, 3, \(Crowd.now),
                \(Crowd.now) + interval '1 hour'
            FROM planted WHERE visibility = 'public'
            """
        )
        try await tx.run(
            """
            INSERT INTO wishes (target, user_id, of, wished_at)
            SELECT id, viewer, 'contest', created_at
            FROM planted CROSS JOIN unnest(\([planter, stranger, friend, blocked])) AS viewer
            WHERE n < 10000
            """
        )
        try await tx.run(
            """
            INSERT INTO relations (one, other, relation, version)
            VALUES (pg_temp.id(9), \(blocked), 'blocked', 1)
            """
        )
    }
}

/// Gives all tests of the suite one database.
private struct PlantedDatabase: SuiteTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await FreshDatabase.with(Challenges.migrations) { current in
            try await Planted.fill(current.database)
            try await FreshDatabase.$current.withValue(current) { try await function() }
        }
    }
}
