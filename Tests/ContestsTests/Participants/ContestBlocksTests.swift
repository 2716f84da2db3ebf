import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// What a block does to what two people have to do with each other in contests (2.11-block).
@Suite(.freshDatabase(Challenges.migrations))
struct ContestBlocksTests {
    /// What identityd is to settle, after a number of such events.
    private func settled(
        _ it: CodeScene,
        after count: Int = 0
    ) async throws -> [NoticesSettled] {
        Array(try await it.scene.emitted(NoticesSettled.self).dropFirst(count))
    }

    @Test func `an invitation ends when either blocks who invited`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let dee = UserID()
        _ = try await it.scene.ask(
            InviteToContest(contest: it.contest, invitees: [it.cy, dee]),
            as: it.bo
        )
        let (before, told) = (
            try await settled(it).count, try await it.scene.emitted(PeopleTold.self).count
        )
        try await it.scene.relate(it.bo, it.cy, .blocked)
        #expect(try await it.part(of: it.cy) == .lapsed)
        #expect(try await it.part(of: dee) == .invited)
        #expect(try await it.part(of: it.bo) == .joined)
        let after = try await settled(it, after: before)
        #expect(after.map(\.kinds) == [[.contestInvited]])
        #expect(after.map(\.people) == [[it.cy]])
        #expect(after.map(\.outcome) == [.gone])
        #expect(after.map(\.subject) == [Notice.Subject(contest: it.contest)])
        #expect(try await it.scene.emitted(PeopleTold.self).count == told)
        // Nor does the invitee see any more that there was something.
        let get = GetContest(contest: it.contest)
        #expect(await it.scene.fault(get, as: it.cy) == ChallengesError.contestNotFound.fault)
        // It bars nothing: the owner may invite the same person.
        _ = try await it.scene.ask(
            InviteToContest(contest: it.contest, invitees: [it.cy]),
            as: it.ana
        )
        #expect(try await it.part(of: it.cy) == .invited)
    }

    @Test func `an invitation ends when invitee or owner blocks the other, for every inviter`()
        async throws
    {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        try await it.open(code, as: it.cy)
        try await it.scene.relate(it.cy, it.ana, .blocked)
        #expect(try await it.part(of: it.cy) == .lapsed)
        #expect(await it.isDead(code, for: it.cy))
        // The code itself stays.
        #expect(try await it.open(code, as: UserID()).me?.state == .invited)
    }

    @Test func `a block with an unrelated user ends nothing`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let dee = UserID()
        _ = try await it.scene.ask(
            InviteToContest(contest: it.contest, invitees: [it.cy, dee]),
            as: it.ana
        )
        try await it.scene.relate(it.bo, it.cy, .blocked)
        try await it.scene.relate(dee, it.cy, .blocked)
        #expect(try await it.part(of: it.cy) == .invited)
        #expect(try await it.part(of: dee) == .invited)
        // Nor does the end of a friendship.
        try await it.scene.relate(it.ana, it.cy, .none)
        #expect(try await it.part(of: it.cy) == .invited)
    }

    @Test func `the wish to join ends, with its notice alone`() async throws {
        let it = try await CodeScene(.public, needsApproval: true)
        let (dee, join) = (UserID(), JoinContest(contest: it.contest))
        for user in [it.cy, dee] { _ = try await it.scene.ask(join, as: user) }
        let asked = try await it.scene.emitted(PeopleTold.self).filter {
            $0.kind == .joinRequested && $0.actor == it.cy
        }
        let before = try await settled(it).count
        try await it.scene.relate(it.ana, it.cy, .blocked)
        #expect(try await it.part(of: it.cy) == .lapsed)
        #expect(try await it.part(of: dee) == .requested)
        let after = try await settled(it, after: before)
        #expect(after.map(\.kinds) == [[.joinRequested]])
        #expect(after.map(\.outcome) == [.gone])
        #expect(after.map(\.cause) == asked.map { $0.cause })
        #expect(asked.count == 1)
        let admit = AdmitParticipant(contest: it.contest, user: it.cy)
        #expect(await it.scene.fault(admit, as: it.ana) != nil)
    }

    @Test func `a wish to join by a code ends when either blocks who made the code`()
        async throws
    {
        let it = try await CodeScene(needsApproval: true, membersMayInvite: true)
        let dee = UserID()
        for (user, maker) in [(it.cy, it.bo), (dee, it.ana)] {
            try await it.open(it.make(by: maker), as: user)
            let asked = try await it.scene.ask(JoinContest(contest: it.contest), as: user)
            #expect(asked.me?.state == .requested)
        }
        try await it.scene.relate(it.bo, dee, .blocked)
        try await it.scene.relate(it.bo, it.cy, .blocked)
        #expect(try await it.part(of: it.cy) == .lapsed)
        #expect(try await it.part(of: dee) == .requested)
    }

    @Test func `who is in it stays, and so do their codes`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        try await it.scene.relate(it.ana, it.bo, .blocked)
        #expect(try await it.part(of: it.ana) == .joined)
        #expect(try await it.part(of: it.bo) == .joined)
        #expect(try await it.open(code, as: it.cy).me?.state == .invited)
    }

    @Test func `who was in it and is invited again has left it when a block comes`() async throws {
        let it = try await CodeScene()
        _ = try await it.scene.ask(LeaveContest(contest: it.contest), as: it.bo)
        let invite = InviteToContest(contest: it.contest, invitees: [it.bo])
        _ = try await it.scene.ask(invite, as: it.ana)
        #expect(try await it.part(of: it.bo) == .invited)
        try await it.scene.relate(it.ana, it.bo, .blocked)
        #expect(try await it.part(of: it.bo) == .left)
    }

    @Test func `one block ends all that is between the two, in whichever contest`() async throws {
        let it = try await CodeScene()
        let end = it.scene.clock.now + .days(1)
        var places: [(ChallengeID, UserID)] = []
        for (owner, invitee) in [(it.ana, it.cy), (it.cy, it.ana), (it.ana, it.cy)] {
            let create = CreateContest(
                name: "Steps",
                unit: "steps",
                invitees: [invitee, it.bo],
                endsAt: end
            )
            places.append((try await it.scene.ask(create, as: owner).id, invitee))
        }
        try await it.scene.relate(it.ana, it.cy, .blocked)
        for (contest, invitee) in places {
            let database = it.scene.database
            #expect(try await database.participant(invitee, of: contest)?.state == .lapsed)
            #expect(try await database.participant(it.bo, of: contest)?.state == .invited)
        }
    }

    @Test func `however many contests there are, a block ends what is between the two`()
        async throws
    {
        let scene = Scene()
        // One more than are ended at a time, twice.
        let contests = (0..<201).map { _ in
            ContestRecord.seen(.active, owner: scene.ana, at: scene.clock.now)
        }
        try await scene.database.store(contests: contests)
        try await scene.database.store(
            participants: contests.map { contest in
                var person = ParticipantRecord.seen(
                    scene.bo,
                    .invited,
                    of: contest,
                    at: scene.clock.now
                )
                person.invitedBy = scene.ana
                return person
            }
        )
        try await scene.relate(scene.ana, scene.bo, .blocked)
        let left = try await scene.database.all(
            "SELECT state FROM participants WHERE user_id = \(scene.bo)"
        ) { row in try row.next(String.self) }
        #expect(left.count == 201)
        #expect(Set(left) == ["lapsed"])
    }

    @Test func `a block holds before what it ends in contests has ended`() async throws {
        let it = try await CodeScene()
        let invite = InviteToContest(contest: it.contest, invitees: [it.cy])
        _ = try await it.scene.ask(invite, as: it.ana)
        let isHeld = Gate()
        async let holding: Void = Database.fresh.transaction { tx in
            defer { isHeld.open() }
            try tx.lock(it.contest, .alone)
            _ = try await tx.contest(it.contest)
            isHeld.open()
            try await eventually("the block is stored") {
                try await it.scene.database.relation(it.ana, it.cy) == .blocked
            }
            #expect(try await it.part(of: it.cy) == .invited)
        }
        await isHeld.pass()
        try await it.scene.relate(it.ana, it.cy, .blocked)
        try await holding
        #expect(try await it.part(of: it.cy) == .lapsed)
    }

    @Test func `a block that was interrupted goes on when it is delivered again`() async throws {
        let it = try await CodeScene()
        let invite = InviteToContest(contest: it.contest, invitees: [it.cy])
        _ = try await it.scene.ask(invite, as: it.ana)
        let pair = Pair(it.ana, it.cy)
        let block = RelationChanged(
            one: pair.one,
            other: pair.other,
            relation: .blocked,
            version: 2
        )
        let id = EventID()
        // What is stored first, and then nothing.
        let context = CallContext.background(idempotencyKey: "\(id)")
        _ = try await it.scene.database.receive(block, in: context) { tx in
            try await tx.storeRelation(.blocked, of: pair.one, and: pair.other, version: 2)
        }
        #expect(try await it.part(of: it.cy) == .invited)
        _ = try await it.scene.tell(block, id: id)
        #expect(try await it.part(of: it.cy) == .lapsed)
    }

    @Test func `requests and invitations of users whom a new owner has blocked end`() async throws {
        let it = try await CodeScene(.public, needsApproval: true)
        let (dee, eve) = (UserID(), UserID())
        _ = try await it.scene.ask(
            InviteToContest(contest: it.contest, invitees: [it.cy, eve]),
            as: it.ana
        )
        _ = try await it.scene.ask(JoinContest(contest: it.contest), as: dee)
        for user in [it.cy, dee] { try await it.scene.relate(it.bo, user, .blocked) }
        #expect(try await it.part(of: it.cy) == .invited)
        #expect(try await it.part(of: dee) == .requested)
        _ = try await it.scene.ask(HandOverContest(contest: it.contest, to: it.bo), as: it.ana)
        #expect(try await it.part(of: it.cy) == .lapsed)
        #expect(try await it.part(of: dee) == .lapsed)
        #expect(try await it.part(of: eve) == .invited)
        #expect(try await it.part(of: it.ana) == .joined)
    }

    @Test func `a block waits for a contest that is handed over, and knows its new owner`()
        async throws
    {
        let it = try await CodeScene()
        let invite = InviteToContest(contest: it.contest, invitees: [it.cy])
        _ = try await it.scene.ask(invite, as: it.ana)
        let isHanded = Gate()
        async let handing: Void = Database.fresh.transaction { tx in
            defer { isHanded.open() }
            try tx.lock(it.contest, .alone)
            let contest = try #require(try await tx.contest(it.contest))
            let contests = it.scene.challenges.contests.contests
            _ = try await contests.handOver(contest, to: it.bo, by: it.ana, in: tx)
            isHanded.open()
            try await eventually("the block waits for the contest") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
        }
        await isHanded.pass()
        try await it.scene.relate(it.bo, it.cy, .blocked)
        try await handing
        #expect(try await it.part(of: it.cy) == .lapsed)
    }

    @Test func `admitting waits for a block with the creator of the code, and sees it`()
        async throws
    {
        let it = try await CodeScene(needsApproval: true, membersMayInvite: true)
        try await it.open(it.make(by: it.bo), as: it.cy)
        let asked = try await it.scene.ask(JoinContest(contest: it.contest), as: it.cy)
        #expect(asked.me?.state == .requested)
        let pair = Pair(it.bo, it.cy)
        let isHeld = Gate()
        async let blocking: Void = Database.fresh.transaction { tx in
            defer { isHeld.open() }
            try tx.lock([pair])
            try await tx.storeRelation(.blocked, of: pair.one, and: pair.other, version: 9)
            isHeld.open()
            try await eventually("the owner waits for the block") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
        }
        await isHeld.pass()
        let admit = AdmitParticipant(contest: it.contest, user: it.cy)
        let fault = await it.scene.fault(admit, as: it.ana)
        try await blocking
        #expect(fault == ChallengesError.participantNotFound.fault)
        #expect(try await it.part(of: it.cy) == .requested)
    }

    @Test func `a user who was blocked first is invited neither by a user nor by a code`()
        async throws
    {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        it.scene.identity.setRelationVersion(1)
        try await it.scene.relate(it.ana, it.cy, .blocked)
        let invite = InviteToContest(contest: it.contest, invitees: [it.cy])
        for inviter in [it.ana, it.bo] {
            let fault = await it.scene.fault(invite, as: inviter)
            #expect(fault?.said == ["/invitees/0 challenges.not_friends"])
        }
        #expect(await it.isDead(code, for: it.cy))
        #expect(try await it.part(of: it.cy) == nil)
    }

    @Test func `nobody gets in beside a block that comes at the same moment`() async throws {
        let it = try await CodeScene(membersMayInvite: true)
        let code = try await it.make(by: it.bo)
        let people = (0..<16).map { _ in UserID() }
        let calls = people.map { ($0, OpenCode(code: code)) }
        await withTaskGroup { group in
            for (index, user) in people.enumerated() {
                let blocker = index.isMultiple(of: 2) ? it.ana : it.bo
                group.addTask { _ = try? await it.scene.relate(blocker, user, .blocked) }
            }
            group.addTask { _ = await it.scene.faults(calls) }
        }
        let scene = it.scene
        for user in people {
            let owner = try await scene.database.relation(user, it.ana)
            let maker = try await scene.database.relation(user, it.bo)
            #expect([owner, maker].contains(.blocked))
        }
        #expect(try await scene.database.participants(of: it.contest, in: [.invited]) == [])
    }

    @Test func `a block that is delivered again ends nothing that came since`() async throws {
        let it = try await CodeScene()
        let pair = Pair(it.ana, it.cy)
        func changed(_ relation: Relation, _ version: Int64) -> RelationChanged {
            RelationChanged(one: pair.one, other: pair.other, relation: relation, version: version)
        }
        let block = EventID()
        _ = try await it.scene.tell(changed(.blocked, 2), id: block)
        _ = try await it.scene.tell(changed(.friends, 3))
        it.scene.identity.setRelationVersion(3)
        let invite = InviteToContest(contest: it.contest, invitees: [it.cy])
        _ = try await it.scene.ask(invite, as: it.ana)
        _ = try await it.scene.tell(changed(.blocked, 2), id: block)
        _ = try await it.scene.tell(changed(.blocked, 2))
        #expect(try await it.part(of: it.cy) == .invited)
    }
}
