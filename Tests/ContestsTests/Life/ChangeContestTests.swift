import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Changes of a contest (2.3-editing). What may change when is checked in `ContestEditingTests`.
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeContestTests {
    /// A competition of Ana's that begins tomorrow.
    private func scheduled(
        _ scene: Scene,
        _ change: (inout CreateContest) -> Void = { _ in }
    ) async throws -> Contest {
        let start = scene.clock.now + .days(1)
        return try await scene.compete { call in
            call.startsAt = start
            change(&call)
        }
    }

    @Test func `a new name of what is published is told, with its version`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        func change(_ call: ChangeContest) async throws -> Contest {
            try await scene.ask(call, as: scene.ana, key: "\(call.name ?? "")\(call.caption ?? "")")
        }
        let renamed = ChangeContest(contest: made.id, name: "Wine")
        let first = try await change(renamed)
        _ = try await change(renamed)
        _ = try await change(ChangeContest(contest: made.id, name: "Wine", caption: "Red"))
        let second = try await change(ChangeContest(contest: made.id, name: "wine"))
        let told = try await scene.emitted(SubjectRenamed.self)
        #expect(told.map(\.subject) == [.init(contest: made.id), .init(contest: made.id)])
        #expect(told.map(\.name) == ["Wine", "wine"])
        #expect(told.map(\.version) == [first.version, second.version])
        // Nobody was told anything of a draft.
        let draft = try await scene.compete { $0.draft = true }
        _ = try await change(ChangeContest(contest: draft.id, name: "Beer"))
        #expect(try await scene.emitted(SubjectRenamed.self).count == 2)
    }

    @Test func `what is absent stays, and the rest is changed`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let picture = MediaID()
        let made = try await scheduled(scene) { $0.mediaIDs = [picture] }
        let id = made.id
        let changes: [(ChangeContest, (Contest) -> Bool)] = [
            (ChangeContest(contest: id, name: "Wine"), { $0.name == "Wine" }),
            (ChangeContest(contest: id, caption: "Red"), { $0.caption == "Red" }),
            (ChangeContest(contest: id, description: "Or not."), { $0.description == "Or not." }),
            (ChangeContest(contest: id, category: "endurance"), { $0.category == "endurance" }),
            (ChangeContest(contest: id, unit: "glasses"), { $0.unit == "glasses" }),
            (ChangeContest(contest: id, goal: Amount("7.5")), { $0.goal == Amount("7.5") }),
            (ChangeContest(contest: id, proof: .required), { $0.proof == .required }),
            (ChangeContest(contest: id, visibility: .public), { $0.visibility == .public }),
            (
                ChangeContest(contest: id, startsAt: now + .days(2)),
                { $0.startsAt == now + .days(2) }
            ),
            (ChangeContest(contest: id, endsAt: now + .days(6)), { $0.endsAt == now + .days(6) }),
            (ChangeContest(contest: id, timeZone: "Asia/Tokyo"), { $0.timeZone == "Asia/Tokyo" }),
            (ChangeContest(contest: id, aggregation: .min), { $0.aggregation == .min }),
            (ChangeContest(contest: id, direction: .lower), { $0.direction == .lower }),
            (ChangeContest(contest: id, sources: .device), { $0.sources == .device }),
            (ChangeContest(contest: id, capacity: 5), { $0.capacity == 5 }),
            (ChangeContest(contest: id, needsApproval: true), { $0.needsApproval }),
            (ChangeContest(contest: id, membersMayInvite: true), { $0.membersMayInvite }),
            (ChangeContest(contest: id, locksLate: true), { $0.locksLate }),
        ]
        var before = made
        for (change, isMade) in changes {
            #expect(!isMade(before), "\(change)")
            let after = try await scene.ask(change, as: scene.ana)
            #expect(isMade(after), "\(change)")
            #expect(after.version == before.version + 1)
            #expect(after.photos == made.photos)
            #expect(try await scene.contest(id) == after)
            before = after
        }
        #expect(before.name == "Wine")
        #expect(before.state == .scheduled)
        // Scoring hears of each.
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.version) == Array(1...Int64(changes.count + 1)))
        #expect(heads.last?.name == "Wine")
        #expect(heads.last?.visibility == .public)
        #expect(heads.last?.direction == .lower)
        #expect(heads.last?.goal == Amount("7.5"))
    }

    @Test func `an empty text removes what may be absent`() async throws {
        let scene = Scene()
        let open = CreateContest(
            kind: .open,
            name: "Sing",
            caption: "Loud",
            description: "Or not.",
            category: "endurance",
            unit: "songs"
        )
        let made = try await scene.ask(open, as: scene.ana)
        let change = ChangeContest(contest: made.id, caption: "", description: "")
        let after = try await scene.ask(change, as: scene.ana)
        #expect([after.caption, after.description] == ["", ""])
        // What is counted is fixed by now; in a draft it is not.
        let locked = ChangeContest(contest: made.id, category: "", unit: "")
        #expect(
            await scene.refusals(of: locked) == [
                "/category challenges.rules_locked", "/unit challenges.rules_locked",
            ]
        )
        var drafted = open
        drafted.draft = true
        let draft = try await scene.ask(drafted, as: scene.ana)
        let empty = ChangeContest(contest: draft.id, category: "", unit: "")
        let without = try await scene.ask(empty, as: scene.ana)
        #expect(without.category == nil)
        #expect(without.unit == nil)
        let nameless = ChangeContest(contest: draft.id, name: "")
        #expect(await scene.refusals(of: nameless) == ["/name challenges.name_invalid"])
    }

    @Test func `what is so already changes nothing`() async throws {
        let scene = Scene()
        let picture = MediaID()
        let made = try await scheduled(scene) { $0.mediaIDs = [picture] }
        for change in [
            ChangeContest(contest: made.id),
            ChangeContest(contest: made.id, name: "Water", unit: "litres", capacity: 10_000),
            ChangeContest(contest: made.id, endsAt: made.endsAt, mediaIDs: [picture]),
            ChangeContest(contest: made.id, ifVersion: made.version),
        ] {
            #expect(try await scene.ask(change, as: scene.ana) == made)
        }
        #expect(try await scene.headlines(of: made.id) == [.scheduled])
        #expect(try await scene.emitted(MediaUsed.self).count == 1)
    }

    @Test func `a wrong value is refused at its field, and nothing changes`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let made = try await scheduled(scene)
        let id = made.id
        let cases: [(ChangeContest, String)] = [
            (ChangeContest(contest: id, name: " "), "/name challenges.name_invalid"),
            (ChangeContest(contest: id, unit: ""), "/unit challenges.unit_missing"),
            (ChangeContest(contest: id, category: "swim"), "/category challenges.category_unknown"),
            (
                ChangeContest(contest: id, goal: Amount(millionths: 0)),
                "/goal challenges.target_invalid"
            ),
            (ChangeContest(contest: id, endsAt: now + .days(1)), "/endsAt challenges.end_invalid"),
            (
                ChangeContest(contest: id, startsAt: now + .days(8)),
                "/startsAt challenges.end_invalid"
            ),
            (
                ChangeContest(contest: id, startsAt: now - .days(1)),
                "/startsAt challenges.start_invalid"
            ),
            (ChangeContest(contest: id, timeZone: "PST"), "/timeZone challenges.zone_unknown"),
            (
                ChangeContest(contest: id, direction: .lower),
                "/direction challenges.contest_direction"
            ),
            (ChangeContest(contest: id, capacity: 1), "/capacity challenges.capacity_invalid"),
            (ChangeContest(contest: id, target: Amount("1")), "/target challenges.target_unwanted"),
            (
                ChangeContest(contest: id, mediaIDs: (0..<11).map { _ in MediaID() }),
                "/mediaIDs challenges.media_too_many"
            ),
        ]
        for (call, said) in cases {
            #expect(await scene.refusals(of: call) == [said])
        }
        #expect(try await scene.contest(id) == made)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `once it has begun, its rules are locked, and its end moves later only`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let end = try #require(made.endsAt)
        let change = ChangeContest(
            contest: made.id,
            unit: "glasses",
            visibility: .private,
            endsAt: end - .hours(1),
            capacity: 9_000
        )
        let fault = await scene.fault(change, as: scene.ana)
        #expect(fault?.kind == .conflict)
        #expect(
            fault?.said == [
                "/capacity challenges.rules_locked", "/unit challenges.rules_locked",
                "/endsAt challenges.end_only_later",
            ]
        )
        #expect(try await scene.contest(made.id) == made)
        let later = ChangeContest(contest: made.id, name: "Wine", endsAt: end + .days(1))
        let after = try await scene.ask(later, as: scene.ana)
        #expect(after.endsAt == end + .days(1))
        #expect(after.name == "Wine")
        #expect(try await scene.dueTimes() == [end])
    }

    @Test func `due transitions come first: a contest that has started is locked`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        scene.clock.advance(by: .days(1) - .tick)
        let unit = ChangeContest(contest: made.id, unit: "glasses")
        #expect(try await scene.ask(unit, as: scene.ana).state == .scheduled)
        scene.clock.advance(by: .tick)
        let other = ChangeContest(contest: made.id, unit: "litres")
        #expect(await scene.refusals(of: other) == ["/unit challenges.rules_locked"])
        #expect(try await scene.contest(made.id).state == .active)
    }

    @Test func `what is over does not change`() async throws {
        let scene = Scene()
        let made = try await scene.compete()
        let change = ChangeContest(contest: made.id, name: "Wine", mediaIDs: [MediaID()])
        scene.clock.advance(by: .hours(1))
        _ = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        let text = ChangeContest(contest: made.id, caption: "Over")
        #expect(try await scene.ask(text, as: scene.ana).caption == "Over")
        scene.clock.advance(by: .hours(24))
        for _ in 0..<2 {
            let fault = await scene.fault(change, as: scene.ana)
            #expect(fault?.code == "challenges.wrong_state")
            #expect(fault?.contest?.state == .completed)
            // The same once time has had its turn.
            try await scene.fireDue()
        }
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.headlines(of: made.id).last == .completed)
        let cancelled = try await scene.compete()
        _ = try await scene.ask(CancelContest(contest: cancelled.id), as: scene.ana)
        let late = ChangeContest(contest: cancelled.id, name: "Wine")
        #expect(await scene.refusals(of: late) == ["challenges.wrong_state"])
    }

    // Who sees it, and who may come.

    @Test func `a wider visibility is refused once another user has joined`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene) { call in
            (call.visibility, call.invitees) = (.friends, [scene.bo])
        }
        let wide = ChangeContest(contest: made.id, visibility: .public)
        let narrow = ChangeContest(contest: made.id, visibility: .friends)
        #expect(try await scene.ask(wide, as: scene.ana).visibility == .public)
        #expect(try await scene.ask(narrow, as: scene.ana).visibility == .friends)
        _ = try await scene.ask(JoinContest(contest: made.id), as: scene.bo)
        #expect(await scene.refusals(of: wide) == ["/visibility challenges.visibility_widened"])
        let closed = ChangeContest(contest: made.id, visibility: .private)
        #expect(try await scene.ask(closed, as: scene.ana).visibility == .private)
    }

    @Test func `public to private: its codes are dead, and what was shown of it is gone`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let code = try await scene.ask(MakeCode(contest: made.id), as: scene.ana).code
        let link = ChangeContest(contest: made.id, visibility: .link)
        _ = try await scene.ask(link, as: scene.ana)
        #expect(try await scene.settled().contains("contestShared gone"))
        let cy = try await scene.ask(OpenCode(code: code), as: scene.cy)
        #expect(cy.id == made.id)
        let closed = ChangeContest(contest: made.id, visibility: .private)
        _ = try await scene.ask(closed, as: scene.ana)
        let dead = await scene.fault(OpenCode(code: code), as: UserID())
        #expect(dead == ChallengesError.codeNotFound.fault)
        let stranger = await scene.fault(GetContest(contest: made.id), as: UserID())
        #expect(stranger == ChallengesError.contestNotFound.fault)
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.visibility) == [.public, .link, .private])
    }

    @Test func `a capacity below those joined is refused`() async throws {
        let scene = Scene()
        let start = scene.clock.now + .days(1)
        let made = try await scene.compete(with: scene.bo, scene.cy) { $0.startsAt = start }
        let below = ChangeContest(contest: made.id, capacity: 2)
        #expect(
            await scene.refusals(of: below) == ["/capacity challenges.capacity_below_joined"]
        )
        let full = ChangeContest(contest: made.id, capacity: 3)
        #expect(try await scene.ask(full, as: scene.ana).capacity == 3)
        let late = await scene.fault(JoinContest(contest: made.id), as: UserID())
        #expect(late == ChallengesError.contestFull.fault)
    }

    @Test func `of 20 joins and a smaller capacity at once, one order holds`() async throws {
        let scene = Scene()
        let made = try await scene.compete { call in
            (call.visibility, call.authorPlays) = (.public, false)
            call.startsAt = scene.clock.now + .days(1)
        }
        await withTaskGroup { group in
            for _ in 0..<20 {
                let join = JoinContest(contest: made.id)
                group.addTask { _ = await scene.fault(join, as: UserID()) }
            }
            let change = ChangeContest(contest: made.id, capacity: 5)
            group.addTask { _ = await scene.fault(change, as: scene.ana) }
        }
        let after = try await scene.contest(made.id)
        #expect(after.joined == 20 || after.joined == 5 && after.capacity == 5)
        #expect(after.joined <= after.capacity ?? 0)
    }

    // Drafts.

    @Test func `the invitees of a draft are replaced, and checked`() async throws {
        let scene = Scene()
        let draft = try await scene.compete { call in
            (call.draft, call.invitees) = (true, [scene.bo])
        }
        scene.identity.set(.notFriend, of: scene.bo)
        let change = ChangeContest(contest: draft.id, invitees: [scene.cy, scene.bo, scene.cy])
        #expect(
            await scene.refusals(of: change) == [
                "/invitees/2 challenges.invitee_repeated", "/invitees/1 challenges.not_friends",
            ]
        )
        let many = ChangeContest(contest: draft.id, invitees: (0..<101).map { _ in UserID() })
        #expect(await scene.refusals(of: many) == ["/invitees challenges.invitees_invalid"])
        let right = ChangeContest(contest: draft.id, invitees: [scene.cy])
        #expect(try await scene.ask(right, as: scene.ana).version == 2)
        _ = try await scene.ask(PublishContest(contest: draft.id), as: scene.ana)
        #expect(try await scene.names(toldOf: .contestInvited) == ["Cy"])
        // Later they are invited by themselves.
        let late = ChangeContest(contest: draft.id, invitees: [])
        #expect(await scene.refusals(of: late) == ["/invitees challenges.rules_locked"])
        let plays = ChangeContest(contest: draft.id, authorPlays: false)
        #expect(await scene.refusals(of: plays) == ["/authorPlays challenges.rules_locked"])
    }

    @Test func `a draft becomes one of whole days, and what publishing needs is asked then`()
        async throws
    {
        let scene = Scene()
        let draft = try await scene.compete { call in
            (call.draft, call.endsAt) = (true, nil)
        }
        let change = ChangeContest(
            contest: draft.id,
            metric: .steps,
            startsOn: CivilDate(rfc3339: "2023-11-20"),
            endsOn: CivilDate(rfc3339: "2023-11-26")
        )
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.wholeDays)
        #expect(after.unit == "steps")
        #expect(after.endsAt == Instant(rfc3339: "2023-11-27T00:00:00Z"))
        let zone = ChangeContest(contest: draft.id, timeZone: "Europe/Berlin")
        let moved = try await scene.ask(zone, as: scene.ana)
        #expect(moved.wholeDays)
        #expect(moved.startsAt == Instant(rfc3339: "2023-11-19T23:00:00Z"))
        #expect(moved.endsAt == Instant(rfc3339: "2023-11-26T23:00:00Z"))
        let exact = ChangeContest(contest: draft.id, endsAt: after.endsAt.map { $0 - .hours(5) })
        #expect(await scene.refusals(of: exact) == ["/endsAt challenges.contest_whole_days"])
        #expect(try await scene.emitted(ContestChanged.self).isEmpty)
    }

    // What follows.

    @Test func `a start that is moved to what has passed counts at once`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        let earlier = scene.clock.now - .hours(1)
        let change = ChangeContest(contest: made.id, startsAt: earlier)
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.state == .active)
        #expect(after.startsAt == earlier)
        #expect(try await scene.headlines(of: made.id) == [.scheduled, .scheduled, .active])
        #expect(try await scene.names(toldOf: .contestStarted) == ["Ana"])
    }

    @Test func `an end that moves takes the notices of the old one away`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let end = try #require(made.endsAt)
        scene.clock.advance(by: end - .hours(24) - scene.clock.now)
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.names(toldOf: .contestEnding) == ["Ana", "Bo"])
        let change = ChangeContest(contest: made.id, endsAt: end + .days(2))
        _ = try await scene.ask(change, as: scene.ana)
        #expect(try await scene.settled().last == "contestEnding gone")
        scene.clock.advance(by: .days(2))
        #expect(try await scene.fireDue() == 1)
        let told = try await scene.told(.contestEnding)
        #expect(Set(told.map(\.cause)).count == 2)
        #expect(told.map(\.expiresAt) == [end, end + .days(2)])
    }

    @Test func `before the start the owner's target is changed with it, after it no more`()
        async throws
    {
        let scene = Scene()
        let made = try await scheduled(scene) { call in
            (call.score, call.target) = (.percent, Amount("5"))
        }
        let change = ChangeContest(contest: made.id, target: Amount("6"))
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.me?.target == Amount("6"))
        let players = try await scene.emitted(ScoresChanged.self).flatMap(\.players)
        #expect(players.map(\.target) == [Amount("5"), Amount("6")])
        scene.clock.advance(by: .days(1))
        let late = ChangeContest(contest: made.id, target: Amount("7"))
        #expect(await scene.refusals(of: late) == ["/target challenges.target_fixed"])
    }

    @Test func `scores become percentages with the owner's target, without other participants`()
        async throws
    {
        let scene = Scene()
        let made = try await scheduled(scene) { $0.visibility = .public }
        let change = ChangeContest(contest: made.id, score: .percent)
        #expect(await scene.refusals(of: change) == ["/target challenges.target_missing"])
        var aimed = change
        aimed.target = Amount("5")
        let after = try await scene.ask(aimed, as: scene.ana)
        #expect(after.score == .percent)
        #expect(after.me?.target == Amount("5"))
        let other = try await scheduled(scene) { $0.visibility = .public }
        _ = try await scene.ask(JoinContest(contest: other.id), as: scene.bo)
        let late = ChangeContest(contest: other.id, score: .percent, target: Amount("5"))
        #expect(await scene.refusals(of: late) == ["/score challenges.rules_locked"])
        #expect(try await scene.contest(other.id).score == .raw)
    }

    // Pictures.

    @Test func `pictures are replaced, also after the start; mediad hears what came and went`()
        async throws
    {
        let scene = Scene()
        let (one, two, three) = (MediaID(), MediaID(), MediaID())
        let made = try await scene.compete { $0.mediaIDs = [one, two] }
        let change = ChangeContest(contest: made.id, mediaIDs: [three, two])
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.photos.map(\.id) == [three, two])
        #expect(after.version == made.version + 1)
        let cause = "contest:\(made.id)"
        #expect(scene.media.claimed.map(\.cause) == [cause, cause])
        #expect(try await scene.emitted(MediaUsed.self).map(\.media) == [[one, two], [three]])
        #expect(try await scene.emitted(MediaReleased.self).map(\.media) == [[one]])
        let none = ChangeContest(contest: made.id, mediaIDs: [])
        #expect(try await scene.ask(none, as: scene.ana).photos.isEmpty)
        let lost = MediaID()
        scene.media.lose(lost)
        let missing = ChangeContest(contest: made.id, mediaIDs: [lost])
        #expect(await scene.refusals(of: missing) == ["/mediaIDs/0 challenges.media_not_found"])
    }

    @Test func `who gets a contest keeps the pictures that its first owner showed`() async throws {
        let scene = Scene()
        let (one, two, three, lost) = (MediaID(), MediaID(), MediaID(), MediaID())
        let made = try await scene.compete(with: scene.bo) { $0.mediaIDs = [one, two] }
        _ = try await scene.ask(HandOverContest(contest: made.id, to: scene.bo), as: scene.ana)
        let change = ChangeContest(contest: made.id, mediaIDs: [two, three, one])
        let after = try await scene.ask(change, as: scene.bo)
        #expect(after.photos.map(\.id) == [two, three, one])
        #expect(scene.media.claimed.map(\.media) == [[one, two], [three]])
        #expect(scene.media.claimed.map(\.user) == [scene.ana, scene.bo])
        // A refusal names the place in the call.
        scene.media.lose(lost)
        let missing = ChangeContest(contest: made.id, mediaIDs: [two, lost])
        let said = await scene.refusals(of: missing, as: scene.bo)
        #expect(said == ["/mediaIDs/1 challenges.media_not_found"])
    }

    // Whose, and which version.

    @Test func `only its owner changes it`() async throws {
        let scene = Scene()
        let made = try await scene.compete(with: scene.bo)
        let change = ChangeContest(contest: made.id, name: "Mine", mediaIDs: [MediaID()])
        let refusal = await scene.fault(change, as: scene.bo)
        #expect(refusal == ChallengesError.notYourPart.fault)
        let unknown = ChangeContest(contest: ChallengeID(), name: "Mine")
        let missing = await scene.fault(unknown, as: scene.ana)
        #expect(missing == ChallengesError.contestNotFound.fault)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `another version is refused with the contest`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        let first = ChangeContest(contest: made.id, name: "One", ifVersion: 1)
        let after = try await scene.ask(first, as: scene.ana)
        for version: Int64 in [0, 1, 3] {
            let change = ChangeContest(
                contest: made.id,
                name: "Two",
                mediaIDs: [MediaID()],
                ifVersion: version
            )
            let fault = await scene.fault(change, as: scene.ana)
            #expect(fault?.code == "challenges.version_stale")
            #expect(fault?.kind == .stale)
            #expect(fault?.contest == after)
        }
        #expect(scene.media.claimed.isEmpty)
        // What time does raises it too.
        scene.clock.advance(by: .days(1))
        let late = ChangeContest(contest: made.id, name: "Two", ifVersion: 2)
        let fault = await scene.fault(late, as: scene.ana)
        #expect(fault?.code == "challenges.version_stale")
        #expect(fault?.contest?.version == 3)
        #expect(fault?.contest?.state == .active)
    }

    @Test func `of concurrent changes of one version one wins`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        let calls = (0..<10).map { number in
            (scene.ana, ChangeContest(contest: made.id, name: "\(number)", ifVersion: 1))
        }
        let faults = await scene.faults(calls)
        #expect(faults.count == 9)
        #expect(faults.allSatisfy { $0.kind == .stale })
        #expect(try await scene.contest(made.id).version == 2)
    }

    @Test func `a repeated key gets the same answer, whatever happened since`() async throws {
        let scene = Scene()
        let made = try await scheduled(scene)
        let change = ChangeContest(
            contest: made.id,
            name: "One",
            mediaIDs: [MediaID()],
            ifVersion: 1
        )
        let first = try await scene.ask(change, as: scene.ana, key: "k")
        _ = try await scene.ask(CancelContest(contest: made.id), as: scene.ana)
        #expect(try await scene.ask(change, as: scene.ana, key: "k") == first)
        #expect(scene.media.claimed.count == 1)
    }
}
