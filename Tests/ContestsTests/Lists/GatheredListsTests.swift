import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// First pages of what people may join, and what they see of contests, read together for several
/// people: each gets what they would get alone.
@Suite(.freshDatabase(Challenges.migrations))
struct GatheredListsTests {
    private let scene = Scene()

    /// Some people, who stand to each other and are as the dice say.
    private func people(_ dice: inout Dice) async throws -> [UserID] {
        let people = [scene.ana, scene.bo, scene.cy] + (0..<5).map { _ in UserID() }
        for person in people.dropFirst(3) {
            let standing: AccountStanding =
                [.active, .active, .suspended, .deleted]
                .randomElement(using: &dice) ?? .active
            try await scene.know(person, standing: standing)
        }
        for (index, one) in people.enumerated() {
            for other in people.dropFirst(index + 1) {
                let relation: Relation? =
                    [nil, .friends, .friends, .blocked, Relation.none]
                    .randomElement(using: &dice) ?? nil
                if let relation { try await scene.relate(one, other, relation) }
            }
        }
        return people
    }

    /// Stores contests of any of the people, and how others stand to them.
    private func store(_ count: Int, of people: [UserID], _ dice: inout Dice) async throws {
        for number in 0..<count {
            let states: [ContestLife.State] = [.scheduled, .active, .active, .draft, .completed]
            let owner = people[Int.random(in: 0..<people.count, using: &dice)]
            let author = people[Int.random(in: 0..<people.count, using: &dice)]
            let takesFew = Bool.random(using: &dice)
            let asks = Bool.random(using: &dice)
            let contest = try await scene.storeContest(
                states[Int.random(in: 0..<states.count, using: &dice)],
                kind: Bool.random(using: &dice) ? .open : .competition,
                visibility: [.public, .public, .friends, .private]
                    .randomElement(using: &dice) ?? .public,
                owner: owner,
                author: Bool.random(using: &dice) ? author : nil,
                isHidden: Int.random(in: 0..<8, using: &dice) == 0,
                // Some are made at the same moment.
                createdAt: scene.clock.now - .hours(1 + number / 2)
            ) { contest in
                if takesFew { contest.capacity = 2 }
                contest.needsApproval = asks
            }
            for person in people where person != owner && Int.random(in: 0..<3, using: &dice) == 0 {
                let parts: [Participant.State] = [.invited, .joined, .left, .requested, .removed]
                let part = parts[Int.random(in: 0..<parts.count, using: &dice)]
                let inviter = people[Int.random(in: 0..<people.count, using: &dice)]
                try await scene.storePart(person, part, in: contest) {
                    if part == .invited { $0.invitedBy = inviter }
                }
            }
        }
    }

    @Test(arguments: 0..<6) func `each gets the page that they would get alone`(
        seed: UInt64
    ) async throws {
        var dice = Dice(seed: seed)
        let people = try await people(&dice)
        try await store(40, of: people, &dice)
        let pages = (people + [UserID()]).enumerated().flatMap { index, person in
            [1, 3, 21].map { limit in
                DiscoverPage(
                    viewer: person,
                    moment: scene.clock.now + .hours(index),
                    limit: limit
                )
            }
        }
        let found = try await scene.database.contests(toJoin: pages)
        var listed = 0
        for page in pages {
            let alone = ContestsPage(
                viewer: page.viewer,
                list: .discover,
                now: page.moment,
                limit: page.limit
            )
            #expect(alone.gathered == page)
            let expected = try await scene.database.contests(alone)
            let got = found[page] ?? ListPart()
            #expect(got.items.map(\.contest) == expected.items.map(\.contest), "\(page)")
            #expect(got.items.map(\.rank) == expected.items.map(\.rank), "\(page)")
            #expect(got.end?.contest == expected.end?.contest, "\(page)")
            listed += got.items.count
        }
        #expect(listed > 0)
    }

    @Test(arguments: 0..<4) func `each sees of contests what they would see alone`(
        seed: UInt64
    ) async throws {
        var dice = Dice(seed: 100 + seed)
        let people = try await people(&dice)
        try await store(20, of: people, &dice)
        let asked = ListContests(list: .all, limit: 100)
        var alone: [Page<Contest>] = []
        for person in people { alone.append(try await scene.ask(asked, as: person)) }
        var discovered: [Page<Contest>] = []
        for person in people { discovered.append(try await scene.ask(ListContests(), as: person)) }
        let (scene, all, open) = (scene, alone, discovered)
        try await withThrowingTaskGroup { group in
            for index in 0..<24 {
                group.addTask {
                    let number = index % people.count
                    let found = try await scene.ask(asked, as: people[number])
                    #expect(found.items == all[number].items)
                    let joinable = try await scene.ask(ListContests(), as: people[number])
                    #expect(joinable.items == open[number].items)
                    #expect(joinable.nextCursor == open[number].nextCursor)
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func `what is further on or filtered is not gathered`() {
        let moment = scene.clock.now
        let first = ContestsPage(viewer: scene.ana, list: .discover, now: moment, limit: 2)
        #expect(first.gathered == DiscoverPage(viewer: scene.ana, moment: moment, limit: 2))
        var further = first
        further.place = .newest(after: (moment, ChallengeID()))
        #expect(further.gathered == nil)
        further.place = .popular(after: nil)
        #expect(further.gathered == nil)
        for change: (inout ContestsPage) -> Void in [
            { $0.author = scene.bo }, { $0.state = .active }, { $0.kind = .open },
            { $0.category = "strength" },
        ] {
            var filtered = first
            change(&filtered)
            #expect(filtered.gathered == nil)
        }
        let all = ContestsPage(viewer: scene.ana, list: .all, now: moment, limit: 2)
        #expect(all.gathered == nil)
    }
}
