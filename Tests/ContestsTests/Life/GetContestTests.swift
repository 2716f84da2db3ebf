import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// A contest as one person sees it (GC-20, GC-40, GC-41, GC-45).
@Suite(.freshDatabase(Challenges.migrations))
struct GetContestTests {
    private let scene = Scene()

    private func get(_ contest: ContestRecord, as user: UserID) async throws -> Contest {
        try await scene.ask(GetContest(contest: contest.id), as: user)
    }

    private func amount(_ number: Int64) -> Amount? {
        Amount(millionths: 1_000_000 * number)
    }

    /// Contests that Bo cannot see.
    private static let unseen: [(String, @Sendable (Scene) async throws -> ChallengeID)] = [
        ("unknown", { _ in ChallengeID() }),
        ("a dare", { scene in try await scene.sentChallenge() }),
        ("private", { scene in try await scene.storeContest(visibility: .private).id }),
        ("of no friend", { scene in try await scene.storeContest(visibility: .friends).id }),
        ("by code", { scene in try await scene.storeContest(visibility: .link).id }),
        ("a draft", { scene in try await scene.storeContest(.draft).id }),
        ("hidden", { scene in try await scene.storeContest(isHidden: true).id }),
        (
            "behind a block",
            { scene in
                let contest = try await scene.storeContest()
                try await scene.relate(scene.ana, scene.bo, .blocked)
                return contest.id
            }
        ),
        (
            "of a suspended owner",
            { scene in
                let contest = try await scene.storeContest()
                try await scene.know(scene.ana, standing: .suspended, version: 2)
                return contest.id
            }
        ),
        (
            "that removed them",
            { scene in
                let contest = try await scene.storeContest(visibility: .private)
                try await scene.storePart(scene.bo, .removed, in: contest)
                return contest.id
            }
        ),
    ]

    @Test func `what a person may not see is as if it were not there`() async throws {
        for (what, make) in Self.unseen {
            let scene = Scene()
            let call = GetContest(contest: try await make(scene))
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault == ChallengesError.contestNotFound.fault, "\(what)")
        }
    }

    @Test func `everything about it is told`() async throws {
        let definition = DefinitionID()
        let contest = try await scene.storeContest(author: scene.cy) {
            $0.challenge = ChallengeRecord(
                id: $0.id,
                kind: .competition,
                name: "Water",
                description: "As much as you can.",
                author: scene.cy,
                proof: .required,
                deadline: nil,
                createdAt: $0.life.createdAt,
                snapshot: Snapshot(
                    definition: definition,
                    caption: "Drink",
                    category: "endurance",
                    unit: "l",
                    target: amount(20),
                    wholeNumbers: true,
                    metric: .steps
                )
            )
            $0.timeZone = "Europe/Berlin"
            $0.aggregation = .latest
            $0.direction = .lower
            $0.sources = .device
            $0.capacity = 12
            $0.needsApproval = true
            $0.membersMayInvite = true
            $0.locksLate = true
            $0.life.wholeDays = true
        }
        try await scene.count(3, in: contest)
        let seen = try await get(contest, as: scene.bo)
        #expect(seen.id == contest.id)
        #expect(seen.kind == .competition && seen.state == .active)
        #expect(seen.name == "Water" && seen.caption == "Drink")
        #expect(seen.description == "As much as you can.")
        #expect(seen.category == "endurance" && seen.definitionID == definition)
        #expect(seen.author.id == scene.cy && seen.owner.id == scene.ana)
        #expect(seen.visibility == .public)
        #expect(seen.startsAt == contest.life.startsAt && seen.endsAt == contest.life.endsAt)
        #expect(seen.endedAt == nil && seen.settlesAt == nil)
        #expect(seen.timeZone == "Europe/Berlin" && seen.wholeDays)
        #expect(seen.aggregation == .latest && seen.direction == .lower)
        #expect(seen.score == .raw && seen.sources == .device)
        #expect(seen.unit == "l" && seen.goal == amount(20))
        #expect(seen.metric == .steps && seen.wholeNumbers && seen.proof == .required)
        #expect(seen.capacity == 12 && seen.joined == 3)
        #expect(seen.needsApproval && seen.membersMayInvite && seen.locksLate)
        #expect(seen.likeCount == 0 && !seen.likedByMe && !seen.wishedByMe)
        #expect(!seen.isAttended && !seen.isCompleted)
        #expect(seen.progress == nil && seen.me == nil)
        // It has begun, and locks whoever comes late out.
        #expect(seen.actions == [])
        #expect(seen.createdAt == contest.life.createdAt && seen.version == 1)
        #expect(seen.photos.isEmpty)
    }

    @Test func `a person sees their own part in it`() async throws {
        let contest = try await scene.storeContest(visibility: .private) {
            $0.challenge.snapshot.target = amount(4)
        }
        let now = scene.clock.now
        try await scene.storePart(scene.bo, .joined, in: contest, value: amount(1)) {
            $0.invitedBy = scene.cy
            $0.invitedAt = now - .hours(2)
        }
        let seen = try await get(contest, as: scene.bo)
        #expect(seen.isAttended && !seen.isCompleted)
        #expect(seen.progress == Amount(millionths: 250_000))
        let me = try #require(seen.me)
        #expect(me.user.id == scene.bo && me.state == .joined)
        #expect(me.invitedBy == scene.cy && me.invitedAt == now - .hours(2))
        #expect(me.joinedAt == now - .hours(1))
        #expect(me.value == amount(1) && me.score == amount(1) && me.entries == 1)
        #expect(me.reachedAt == now && me.completedAt == nil && !me.isFlagged)
        #expect(try await get(contest, as: scene.ana).me == nil)
    }

    @Test func `progress is towards the goal, or with percentages the own target, and at most 1`()
        async throws
    {
        for (value, goal, target, score, expected) in [
            (nil, 4, nil, .raw, 0), (1, 4, nil, .raw, 250_000), (4, 4, nil, .raw, 1_000_000),
            (9, 4, nil, .raw, 1_000_000), (1, nil, nil, .raw, nil),
            (1, nil, 2, .percent, 500_000), (3, nil, 2, .percent, 1_000_000),
            (nil, nil, 2, .percent, 0),
        ] as [(Int64?, Int64?, Int64?, Contest.Score, Int64?)] {
            let contest = try await scene.storeContest {
                $0.challenge.snapshot.target = goal.flatMap { amount($0) }
                $0.score = score
            }
            let part = try await scene.storePart(
                scene.bo,
                .joined,
                in: contest,
                target: target.flatMap { amount($0) },
                value: value.flatMap { amount($0) }
            )
            let seen = try await get(contest, as: scene.bo)
            #expect(seen.progress == expected.flatMap { Amount(millionths: $0) }, "\(part)")
            #expect(seen.goal == (score == .raw ? contest.goal : nil))
            // A person who is not in it has made none.
            #expect(try await get(contest, as: scene.cy).progress == nil)
        }
    }

    @Test func `it is completed by its goal, or as a competition with an entry by its end`()
        async throws
    {
        let now = scene.clock.now
        for (state, kind, value, completedAt, expected) in [
            (.active, .open, nil, nil, false), (.active, .open, 1, nil, false),
            (.active, .open, 1, now, true), (.completed, .open, 1, nil, false),
            (.settling, .competition, 1, nil, false), (.completed, .competition, 1, nil, true),
            (.completed, .competition, nil, nil, false), (.cancelled, .competition, 1, nil, false),
            (.active, .competition, 1, now, true),
        ] as [(ContestLife.State, ChallengeKind, Int64?, Instant?, Bool)] {
            let contest = try await scene.storeContest(state, kind: kind)
            try await scene.storePart(
                scene.bo,
                .joined,
                in: contest,
                value: value.flatMap { amount($0) },
                completedAt: completedAt
            )
            let seen = try await get(contest, as: scene.bo)
            #expect(seen.isCompleted == expected, "\(kind), \(state)")
        }
    }

    @Test func `who leaves a competition once it has ended has completed it`() async throws {
        for (state, entries, sinceEnd, expected) in [
            (.left, 1, .seconds(0), true), (.left, 1, .hours(9), true),
            (.left, 1, .microseconds(-1), false),
            (.left, nil, .hours(1), false), (.left, 1, nil, false),
            (.removed, 1, .hours(1), false),
        ] as [(Participant.State, Int64?, Duration?, Bool)] {
            let contest = try await scene.storeContest(.completed)
            let end = try #require(contest.life.endsAt)
            let value = entries.flatMap { amount($0) }
            try await scene.storePart(scene.bo, state, in: contest, value: value) {
                $0.endedAt = sinceEnd.map { end + $0 }
            }
            let seen = try await get(contest, as: scene.bo)
            #expect(seen.isCompleted == expected, "\(state), \(String(describing: sinceEnd))")
        }
    }

    @Test func `who left is not in it, and has no progress`() async throws {
        let contest = try await scene.storeContest(visibility: .private) {
            $0.challenge.snapshot.target = amount(4)
        }
        try await scene.storePart(scene.bo, .left, in: contest, value: amount(1))
        let seen = try await get(contest, as: scene.bo)
        #expect(!seen.isAttended && seen.progress == nil)
        #expect(seen.me?.state == .left && seen.me?.value == amount(1))
    }

    /// Who was in it together with someone before the block (2.11-block).
    @Test func `people behind a block stand as placeholders`() async throws {
        let contest = try await scene.storeContest(author: scene.cy)
        try await scene.storePart(scene.bo, .joined, in: contest) { $0.invitedBy = scene.cy }
        try await scene.relate(scene.ana, scene.bo, .blocked)
        try await scene.relate(scene.cy, scene.bo, .blocked)
        let seen = try await get(contest, as: scene.bo)
        #expect(seen.owner == .hidden && seen.author == .hidden)
        #expect(seen.me?.invitedBy == nil && seen.me?.user.id == scene.bo)
        #expect(seen.name == "Water")
        // The block is theirs alone.
        let other = try await get(contest, as: scene.ana)
        #expect(other.owner.id == scene.ana && other.author.id == scene.cy)
    }

    @Test(arguments: [
        (AccountStanding.suspended, Person.hidden), (.hidden, .hidden), (.deleted, .deleted),
    ])
    func `people who are not active stand as placeholders`(
        standing: AccountStanding,
        placeholder: Person
    ) async throws {
        let contest = try await scene.storeContest()
        try await scene.storePart(scene.bo, .joined, in: contest)
        try await scene.know(scene.ana, standing: standing, version: 2)
        #expect(try await get(contest, as: scene.bo).owner == placeholder)
    }

    @Test func `likes and wishes are those of the contest`() async throws {
        let contest = try await scene.storeContest()
        for (user, of) in [(scene.bo, "contest"), (scene.cy, "definition")] {
            try await scene.database.run(
                """
                INSERT INTO likes (target, user_id, of, liked_at)
                VALUES (\(contest.id), \(user), \(of), \(scene.clock.now))
                """
            )
            try await scene.database.run(
                """
                INSERT INTO wishes (target, user_id, of, wished_at)
                VALUES (\(contest.id), \(user), \(of), \(scene.clock.now))
                """
            )
        }
        try await scene.database.run(
            "UPDATE contest_counts SET likes = 7 WHERE challenge = \(contest.id)"
        )
        let mine = try await get(contest, as: scene.bo)
        #expect(mine.likeCount == 7 && mine.likedByMe && mine.wishedByMe)
        let other = try await get(contest, as: scene.cy)
        #expect(other.likeCount == 7 && !other.likedByMe && !other.wishedByMe)
    }

    @Test func `its own pictures come with it, in order`() async throws {
        let contest = try await scene.storeContest()
        let pictures = [MediaID(), MediaID()]
        for (position, picture) in pictures.enumerated() {
            for (place, picture) in [("contest", picture), ("entry", MediaID())] {
                try await scene.database.run(
                    """
                    INSERT INTO photos (id, media, owner, challenge, of, subject, position,
                        content_type, width, height, taken, added_at)
                    VALUES (\(MediaID()), \(picture), \(scene.ana), \(contest.id), \(place),
                        \(contest.id), \(Int16(1 - position)), 'image/png', 640, 480, 'unknown',
                        \(scene.clock.now))
                    """
                )
            }
        }
        let seen = try await get(contest, as: scene.bo)
        #expect(seen.photos.map(\.id) == pictures.reversed())
        #expect(seen.photos.first?.width == 640)
    }

    @Test func `it is shown as time has made it, though no timer has fired, but for its result`()
        async throws
    {
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete { $0.startsAt = start }
        let end = try #require(made.endsAt)
        let settled = end + .hours(24)
        let moments: [(Instant, Contest.State, Int64)] = [
            (start - .tick, .scheduled, 1), (start, .active, 2), (end - .tick, .active, 2),
            (end, .settling, 3), (settled, .settling, 3),
        ]
        for (moment, state, version) in moments {
            scene.clock.advance(by: moment - scene.clock.now)
            let seen = try await scene.contest(made.id)
            #expect(seen.state == state)
            #expect(seen.version == version)
            #expect(seen.settlesAt == (state == .settling ? settled : nil))
            let listed = try await scene.ask(ListContests(list: .created), as: scene.ana).items
            #expect(listed == [seen])
        }
        // As what is stored then.
        #expect(try await scene.fireDue() == 1)
        let completed = try await scene.contest(made.id)
        #expect(completed.state == .completed)
        #expect(completed.version == 4)
        #expect(completed.settlesAt == settled)
    }

    @Test func `a change of it needs the version that is shown`() async throws {
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete { $0.startsAt = start }
        scene.clock.advance(by: .days(1))
        let seen = try await scene.contest(made.id)
        let change = ChangeContest(contest: made.id, name: "Wine", ifVersion: seen.version)
        #expect(try await scene.ask(change, as: scene.ana).version == seen.version + 1)
    }

    @Test func `a change is seen at the next request`() async throws {
        let contest = try await scene.storeContest()
        _ = try await get(contest, as: scene.bo)
        try await scene.database.run(
            "UPDATE contests SET visibility = 'private' WHERE challenge = \(contest.id)"
        )
        let fault = await scene.fault(GetContest(contest: contest.id), as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }
}

extension Scene {
    /// A dare of Ana's to Bo.
    fileprivate func sentChallenge() async throws -> ChallengeID {
        try await get(send(), as: ana).challenge.id
    }
}
