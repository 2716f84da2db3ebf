import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions
@testable import Discovery

/// Slow: fills tables with 100,000 rows each.
///
/// Each list reads its page from an index that has its order, however much others have.
@Suite(CrowdedDatabase())
struct ListPlansTests {
    /// A list, and how to read a page of it.
    struct List: Sendable, CustomTestStringConvertible {
        let name: String
        /// How many rows it may sort: those of a page, in most lists.
        var sorts = ListPlansTests.page
        /// How many rows each step of it may read.
        var reads = ListPlansTests.readMax
        let read: @Sendable (StatementLog) async throws -> Void

        var testDescription: String { name }
    }

    /// A page of 20, and one more.
    private static let page = 21
    /// A list may pass over what one person has, of definitions and of contests, to find a page.
    private static let readMax = 2 * Crowd.share + page
    private static let me: UserID = Crowd.id(7)

    @Test(
        arguments: assignmentLists + definitionLists + likeLists + ownLists + contestLists
            + foundLists + profileLists + photoLists + completions
    )
    func `a list reads its page and little else`(list: List) async throws {
        let log = StatementLog(.fresh)
        try await list.read(log)
        #expect(!log.statements.isEmpty)
        for (number, statement) in log.statements.enumerated() {
            let plan = try await Database.fresh.plan(of: statement)
            #expect(number > 0 || plan.given > 0, "the list has nothing:\n\(plan)")
            for step in plan.all {
                #expect(step.type != "Seq Scan", "reads a whole table:\n\(plan)")
                #expect(step.sorted <= Double(list.sorts), "sorts too much:\n\(plan)")
                #expect(step.read <= Double(list.reads), "reads too much:\n\(plan)")
            }
        }
    }

    @Test func `what a list asks of a contest's people is prepared once`() async throws {
        let log = StatementLog(.fresh)
        let wanted = ContestsPage(
            viewer: Self.me,
            list: .discover,
            now: Crowd.now,
            limit: Self.page
        )
        _ = try await log.contests(wanted)
        let statement = try #require(log.statements.first)
        let plan = try await Database.fresh.plan(of: statement)
        #expect(plan.all.count { $0.table == "people" } == 1, "\(plan)")
        // Of the owner, and the viewer's friends on either side.
        #expect(plan.all.count { $0.table == "relations" } == 3, "\(plan)")
    }

    private static let assignmentLists =
        [AssignmentLife.Party.recipient, .sender].flatMap { party in
            newest(party) + [
                query("newest workouts", party) { $0.kind = .workout },
                query("newest open", party) { $0.isOpen = true },
                query("newest of a challenge", party) { $0.challenge = Crowd.id(100) },
                query("by deadline", party, .deadline),
                query("by deadline, dares", party, .deadline) { $0.kind = .dare },
                query("by deadline, further on", party, .deadline, after: Crowd.now + .hours(15)),
                query("by end", party, .closed),
                query("by end, completed", party, .closed) { $0.state = .completed },
                query("by end, further on", party, .closed, after: Crowd.now - .days(15)),
            ]
        } + [
            due("at home"), due("at home, further on", after: Crowd.now + .hours(15)),
        ]

    private static func due(_ name: String, after start: Instant? = nil) -> List {
        let page = DueAssignmentsPage(
            user: me,
            missedAfter: Crowd.now - .days(7),
            after: start.map { AssignmentCursor(at: $0, id: Crowd.id(0)) }
                ?? AssignmentOrder.deadline.start,
            limit: page
        )
        return List(name: name, sorts: 2 * Self.page) { log in
            _ = try await log.assignments(due: [page])
        }
    }

    /// Those without filters, for several people at once.
    private static func newest(_ party: AssignmentLife.Party) -> [List] {
        [AssignmentOrder.sent.start, AssignmentCursor(at: Crowd.now - .days(2), id: Crowd.id(0))]
            .map { start in
                let place = start.at == .never ? "" : ", further on"
                return List(name: "\(party), newest\(place)") {
                    let newest = AssignmentsPage(user: me, after: start, limit: page)
                    _ = try await $0.assignments([newest], as: party)
                }
            }
    }

    private static func query(
        _ name: String,
        _ party: AssignmentLife.Party,
        _ order: AssignmentOrder = .sent,
        after start: Instant? = nil,
        _ filter: (inout AssignmentsQuery) -> Void = { _ in }
    ) -> List {
        var query = AssignmentsQuery(
            user: me,
            party: party,
            order: order,
            isOpen: order.isOpen,
            missedAfter: Crowd.now - .days(7),
            after: start.map { AssignmentCursor(at: $0, id: Crowd.id(0)) } ?? order.start,
            limit: page
        )
        filter(&query)
        // By deadline there are two lists to merge: what has not ended, and what was missed.
        return List(name: "\(party), \(name)", sorts: order == .deadline ? 2 * page : page) {
            [query] in
            _ = try await $0.assignments(query)
        }
    }

    private static let definitionLists = [
        definitionList("newest"),
        definitionList("newest, further on", .newest(after: (Crowd.now - .hours(3), Crowd.id(9)))),
        definitionList("newest workouts", of: .workout),
        definitionList("presets", of: .preset),
        definitionList("of a category", category: "strength"),
        definitionList("of a category that few have", category: "rowing"),
        definitionList(
            "of a category, further on",
            .newest(after: (Crowd.now - .hours(9), Crowd.id(0))),
            category: "rowing"
        ),
        definitionList("of an author", author: Crowd.id(8)),
        definitionList("my own", of: .mine),
        // What has a word is found by the word, sorted, and merged with the other parts of the
        // list.
        definitionList("with a word", words: "lighthouse"),
        definitionList(
            "with a word, most used",
            .used(after: nil),
            words: "lighthouse"
        ),
        definitionList("most used", .used(after: nil)),
        definitionList("most used, further on", .used(after: (3_000, Crowd.id(0)))),
        // 2,000 definitions are used by as many people.
        definitionList(
            "most used, further on among equals",
            .used(after: (7_000, Crowd.id(521_980)))
        ),
        definitionList("most used workouts", .used(after: nil), of: .workout),
        definitionList("most used presets", .used(after: nil), of: .preset),
        definitionList("most used of a category", .used(after: nil), category: "strength"),
        definitionList(
            "most used of a category that few have",
            .used(after: (3_000, Crowd.id(0))),
            category: "rowing"
        ),
        // By how many use them, all that one author has are sorted.
        definitionList(
            "most used of an author",
            .used(after: nil),
            author: Crowd.id(8),
            sorts: 2 * Crowd.share
        ),
        definitionList("my own, most used", .used(after: nil), of: .mine, sorts: 2 * Crowd.share),
        definitionList("trending", .trending(after: nil)),
        definitionList("trending, further on", .trending(after: (1_003_000, Crowd.id(0)))),
    ]

    private static func definitionList(
        _ name: String,
        _ place: DefinitionsPage.Place = .newest(after: nil),
        of selection: ListDefinitions.Selection? = nil,
        words: String? = nil,
        category: String? = nil,
        author: UserID? = nil,
        sorts: Int? = nil
    ) -> List {
        // Unless they are one author's, the first pages of what is public, of what is mine and of
        // what friends show are merged.
        let isMerged = author == nil && (selection == nil || selection == .workout)
        let sorts = sorts ?? (isMerged ? 3 * page : page)
        return List(name: "definitions, \(name)", sorts: sorts) { log in
            let wanted = DefinitionsPage(
                viewer: me,
                languages: Languages(nil),
                selection: selection,
                words: try words.map { try SearchWords($0) },
                category: category,
                author: author,
                place: place,
                limit: page
            )
            let listed = try await log.definitions(wanted).items.map(\.definition.id)
            _ = try await log.counts(of: listed)
            _ = try await log.opinions(of: me, on: listed)
            _ = try await log.photos(of: .definition, listed.map(\.uuid))
        }
    }

    private static let likeLists = [
        List(name: "likes") { log in
            let definition: DefinitionID = Crowd.id(7)
            _ = try await log.likes(of: definition, seenBy: me, after: nil, limit: page)
        },
        List(name: "likes of a contest") { log in
            let contest: ChallengeID = Crowd.id(1_006_007)
            _ = try await log.likes(of: contest, seenBy: me, after: nil, limit: page)
        },
        List(name: "likes, further on") { log in
            let place = (Crowd.now - .hours(10), me)
            let definition: DefinitionID = Crowd.id(7)
            _ = try await log.likes(of: definition, seenBy: me, after: place, limit: page)
        },
    ]

    /// Whether I have completed a definition.
    private static let completions = [
        List(name: "completions of a definition") { log in
            _ = try await log.hasCompleted(Crowd.id(0), me)
        }
    ]

    /// What I like and wish for.
    private static let ownLists: [List] = ownLikes + ownWishes

    private static let ownLikes: [List] = [
        ("", nil), (", further on", (at: Crowd.now - .hours(4), target: me.uuid)),
    ].map { (further: String, place: (at: Instant, target: UUID)?) in
        List(name: "my likes\(further)") { log in
            try await read(log.likes(by: me, after: place, limit: page), log)
        }
    }

    private static let ownWishes: [List] = [
        ("", nil), (", further on", Crowd.now - .hours(4)),
    ].map { (further: String, at: Instant?) in
        List(name: "my wishes\(further)") { log in
            let last: ChallengeID = .of(255)
            let place = at.map { (at: $0, target: last.uuid) }
            let found = try await log.opinions(.wishes, of: me, after: place, limit: page)
            try await read(found.items, log)
        }
    }

    private static func read(_ listed: [OpinionPlace], _ log: StatementLog) async throws {
        let definitions = listed.filter { $0.of == .definition }
        _ = try await log.definitions(
            definitions.map { DefinitionID($0.target) },
            in: Languages(nil)
        )
        let contests = listed.filter { $0.of == .contest }
        _ = try await log.contests(contests.map { ChallengeID($0.target) })
    }

    private static let contestLists: [List] =
        [ListContests.Selection.discover, .ongoing, .all].flatMap { list in
            [
                contestList(list),
                contestList(list, after: (Crowd.now - .hours(20), Crowd.id(0))),
                contestList(list, author: Crowd.id(8)),
            ]
        } + [
            List(name: "contests, discover, gathered", sorts: 4 * page) { log in
                let page = DiscoverPage(viewer: me, moment: Crowd.now, limit: page)
                _ = try await log.contests(toJoin: [page])
            },
            contestList(.current), contestList(.invited), contestList(.created),
            contestList(.created, after: (Crowd.now - .hours(10), Crowd.id(0))),
            List(name: "contests, home", sorts: Crowd.share) { log in
                let start = JoinedContestsPage(user: me, limit: page)
                _ = try await log.contests([start])
            },
            List(name: "contests, home, invitations", sorts: Crowd.share) { log in
                let start = InvitationsPage(user: me, now: Crowd.now, limit: page)
                _ = try await log.contests([start])
            },
        ]

    /// By their categories, their words, how many joined them and how they trend.
    private static let foundLists: [List] =
        [ListContests.Selection.discover, .ongoing, .all].flatMap { list in
            [
                contestList(list, category: "strength"), contestList(list, category: "rowing"),
                contestList(list, words: "lighthouse"),
                contestList(list, words: "lighthouse", place: .popular(after: nil)),
                contestList(list, place: .popular(after: nil)),
                contestList(list, place: .popular(after: (3_000, Crowd.id(0)))),
                contestList(list, category: "strength", place: .popular(after: nil)),
                contestList(list, category: "rowing", place: .popular(after: nil)),
                contestList(list, author: Crowd.id(8), place: .popular(after: nil)),
                contestList(list, place: .trending(after: nil)),
                contestList(list, place: .trending(after: (1_003_000, Crowd.id(0)))),
            ]
        } + [
            contestList(.current, place: .popular(after: nil)),
            contestList(.invited, place: .popular(after: nil)),
            contestList(.created, place: .popular(after: nil)),
            contestList(.created, words: "lighthouse"),
        ]

    /// Those of someone else, and my own.
    private static let profileLists: [List] =
        [ProfilePage.List.joined, .current, .completed].flatMap { list in
            [me, Crowd.id(9)].map { user in
                let start = ProfilePage(user: user, viewer: me, list: list, limit: page)
                return List(name: "profile, \(list)\(user == me ? ", my own" : "")") { log in
                    let listed = try await log.contests(start).items.map(\.contest)
                    _ = try await log.contestReplies(
                        listed,
                        to: me,
                        at: Crowd.now,
                        under: ContestRules()
                    )
                }
            }
        }

    private static func contestList(
        _ list: ListContests.Selection,
        after last: (Instant, ChallengeID)? = nil,
        author: UserID? = nil,
        category: String? = nil,
        words: String? = nil,
        place: ContestsPage.Place? = nil
    ) -> List {
        let isFurther = last == nil ? "" : ", further on"
        let isOfAuthor = author == nil ? "" : ", of an author"
        let filters = [category, words, place.map { "\($0)" }].compactMap(\.self).joined(
            separator: ", "
        )
        // Where there are several reasons to see a contest, the first pages of all are merged. Two
        // friends have twice what one person has.
        return List(
            name: "contests, \(list)\(isFurther)\(isOfAuthor) \(filters)",
            sorts: 4 * page,
            reads: 2 * Crowd.share + page
        ) { log in
            let wanted = ContestsPage(
                viewer: me,
                list: list,
                author: author,
                category: category,
                words: try words.map { try SearchWords($0) },
                now: Crowd.now,
                place: place ?? .newest(after: last),
                limit: page
            )
            let listed = try await log.contests(wanted).items.map(\.contest)
            _ = try await log.contestReplies(listed, to: me, at: Crowd.now, under: ContestRules())
        }
    }

    private static let photoLists = [
        photoList("my own", of: me),
        photoList("my own, further on", of: me, after: Crowd.now - .hours(10)),
        photoList("of a friend", of: Crowd.id(8), isFriend: true),
        photoList("of a stranger", of: Crowd.id(1_000)),
        photoList("of a stranger, further on", of: Crowd.id(1_000), after: Crowd.now - .hours(10)),
        List(name: "photos, of a contest") { log in
            let wanted = ContestPhotosPage(
                contest: Crowd.id(1_000_020),
                access: EntriesAccess(viewer: me, isInside: true, widest: .participants),
                user: nil,
                after: nil,
                limit: page
            )
            _ = try await log.photos(wanted)
        },
    ]

    /// Of a person's pictures those are passed over that the viewer may not see; besides, they have
    /// some of submissions.
    private static func photoList(
        _ name: String,
        of owner: UserID,
        isFriend: Bool = false,
        after place: Instant? = nil
    ) -> List {
        List(name: "photos, \(name)", reads: 2 * Crowd.share) { log in
            let wanted = PersonPhotosPage(
                owner: owner,
                viewer: me,
                isFriend: isFriend,
                after: place.map { GalleryPlace(addedAt: $0, id: PhotoID()) },
                limit: page
            )
            _ = try await log.photos(wanted)
        }
    }
}
