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
@testable import Contests

/// New contests (2.3-contest, FR-01, FR-06, FR-28, GC-04, GC-46). What each field may say is
/// checked in `ContestDraftTests`.
@Suite(.freshDatabase(Challenges.migrations))
struct CreateContestTests {
    @Test func `a competition is seen by whom its author's settings say, or the call`()
        async throws
    {
        let scene = Scene()
        #expect(try await scene.compete { _ in }.visibility == .private)
        for wanted in [CompetitionVisibility.public, .friends, .link, .private] {
            scene.identity.set(defaultVisibility: wanted, of: scene.ana)
            #expect(try await scene.compete { _ in }.visibility.rawValue == wanted.rawValue)
        }
        scene.identity.set(defaultVisibility: .unknown, of: scene.ana)
        #expect(try await scene.compete { _ in }.visibility == .private)
        scene.identity.set(defaultVisibility: .public, of: scene.ana)
        #expect(try await scene.compete { $0.visibility = .friends }.visibility == .friends)
        scene.identity.set(defaultVisibility: .friends, of: scene.ana)
        let open = try await scene.compete { call in
            call.kind = .open
            call.endsAt = nil
        }
        #expect(open.visibility == .public)
    }

    @Test func `a contest is kept as given`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        let pictures = [MediaID(), MediaID()]
        let made = try await scene.compete { call in
            call.id = ChallengeID()
            call.caption = "For a week"
            call.description = "Who drinks most?"
            call.category = "endurance"
            call.goal = Amount("20.5")
            call.proof = .required
            call.visibility = .friends
            call.startsAt = now + .days(1)
            call.timeZone = "Europe/Berlin"
            call.aggregation = .latest
            call.direction = .lower
            call.sources = .device
            call.capacity = 12
            call.needsApproval = true
            call.membersMayInvite = true
            call.locksLate = true
            call.mediaIDs = pictures
        }
        #expect(made.kind == .competition)
        #expect(made.name == "Water")
        #expect(made.caption == "For a week")
        #expect(made.description == "Who drinks most?")
        #expect(made.category == "endurance")
        #expect(made.unit == "litres")
        #expect(made.goal == Amount("20.5"))
        #expect(made.proof == .required)
        #expect(made.visibility == .friends)
        #expect(made.startsAt == now + .days(1))
        #expect(made.endsAt == now + .days(7))
        #expect(made.timeZone == "Europe/Berlin")
        #expect(!made.wholeDays)
        #expect(made.aggregation == .latest)
        #expect(made.direction == .lower)
        #expect(made.score == .raw)
        #expect(made.sources == .device)
        #expect(made.capacity == 12)
        #expect([made.needsApproval, made.membersMayInvite, made.locksLate] == [true, true, true])
        #expect(made.photos.map(\.id) == pictures)
        #expect(made.author.id == scene.ana)
        #expect(made.owner.id == scene.ana)
        #expect(made.state == .scheduled)
        #expect(made.createdAt == now)
        #expect(made.version == 1)
        #expect(try await scene.contest(made.id) == made)
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [pictures])
        #expect(used.map(\.cause) == ["contest:\(made.id)"])
        #expect(scene.media.claimed.map(\.cause) == ["contest:\(made.id)"])
    }

    @Test func `it begins at once, its author in it, and scoring hears of it first`() async throws {
        let scene = Scene()
        let made = try await scene.compete()
        #expect(made.state == .active)
        #expect(made.startsAt == scene.clock.now)
        #expect(made.joined == 1)
        #expect(made.isAttended)
        #expect(made.visibility == .private)
        #expect(made.capacity == 10_000)
        let heads = try await scene.emitted(ContestChanged.self)
        #expect(heads.map(\.contest) == [made.id])
        #expect(heads.first?.name == "Water")
        #expect(heads.first?.owner == scene.ana)
        #expect(heads.first?.state == .active)
        #expect(heads.first?.kind == .competition)
        #expect(heads.first?.version == 1)
        let players = try await scene.emitted(ScoresChanged.self)
        #expect(players.flatMap(\.players).map(\.user) == [scene.ana])
        let order = try await scene.database.all(
            "SELECT call FROM outbox WHERE destination = 'scoring' ORDER BY sequence"
        ) { row in try row.next(Int32.self) }
        #expect(order == [ContestChanged.id, ScoresChanged.id].map { Int32($0.rawValue) })
        // Nobody is told: its author knows.
        #expect(try await scene.newsCount() == 0)
    }

    @Test(arguments: [false, true])
    func `scoring is told whether values are hidden: what a phone measures, in percent`(
        isMeasured: Bool
    ) async throws {
        for isPercent in [false, true] {
            let scene = Scene()
            let made = try await scene.compete {
                $0.endsAt = nil
                $0.unit = isMeasured ? nil : "steps"
                $0.metric = isMeasured ? .steps : nil
                $0.timeZone = "UTC"
                $0.startsOn = CivilDate(year: 2023, month: 11, day: 14)
                $0.endsOn = CivilDate(year: 2023, month: 11, day: 20)
                $0.score = isPercent ? .percent : nil
                $0.target = isPercent ? Amount(whole: 10_000) : nil
            }
            let heads = try await scene.emitted(ContestChanged.self)
                .filter { $0.contest == made.id }
            #expect(heads.map(\.hidesValues) == [isMeasured && isPercent ? true : nil])
            #expect(heads.map(\.timeZone) == ["UTC"])
        }
    }

    @Test func `scoring is told of five hundred people at a time`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        for (count, parts) in [
            (499, [499]), (500, [500]), (501, [500, 1]), (1_000, [500, 500]),
        ] {
            let contest = ChallengeID()
            let people = (0..<count).map { _ in
                ParticipantRecord(challenge: contest, user: UserID(), state: .joined, version: 1)
            }
            try await scene.database.transaction { tx in
                try tx.tellScoring(of: people, at: now)
            }
            let events = try await scene.emitted(ScoresChanged.self)
                .filter { $0.contest == contest }
            #expect(events.map(\.players.count) == parts)
            #expect(events.flatMap(\.players).map(\.user) == people.map(\.user))
        }
    }

    @Test func `an author who does not play, and that of an open contest, are not in it`()
        async throws
    {
        let scene = Scene()
        let without = try await scene.compete { $0.authorPlays = false }
        #expect(without.joined == 0)
        #expect(!without.isAttended)
        let open = CreateContest(kind: .open, name: "Sing every day")
        let made = try await scene.ask(open, as: scene.ana)
        #expect(made.joined == 0)
        #expect(made.state == .active)
        #expect(made.endsAt == nil)
        #expect(made.unit == nil)
        #expect(made.visibility == .public)
        #expect(made.capacity == nil)
        #expect(try await scene.emitted(ScoresChanged.self).isEmpty)
    }

    @Test func `its invitees are invited, and told`() async throws {
        let scene = Scene()
        let made = try await scene.compete { $0.invitees = [scene.bo, scene.cy] }
        #expect(try await scene.names(toldOf: .contestInvited) == ["Bo", "Cy"])
        let told = try #require(try await scene.told(.contestInvited).first)
        #expect(told.actor == scene.ana)
        #expect(told.name == "Water")
        #expect(told.challenge == made.id)
        #expect(try await scene.contest(made.id, as: scene.bo).me?.state == .invited)
        #expect(made.joined == 1)
    }

    @Test func `a draft tells nobody, and is seen by its author alone`() async throws {
        let scene = Scene()
        let made = try await scene.compete { call in
            call.draft = true
            call.invitees = [scene.bo]
            call.endsAt = nil
            call.unit = nil
        }
        #expect(made.state == .draft)
        #expect(made.startsAt == nil)
        #expect(made.joined == 0)
        #expect(made.version == 1)
        #expect(made.actions == [.change, .delete, .publish])
        let refusal = ChallengesError.contestNotFound.fault
        #expect(await scene.fault(GetContest(contest: made.id), as: scene.bo) == refusal)
        #expect(try await scene.newsCount() == 0)
        #expect(try await scene.emitted(ContestChanged.self).isEmpty)
        #expect(try await scene.dueTimes().isEmpty)
        #expect(try await scene.rows(of: made.id) == [1, 1, 0, 0])
    }

    // Time zones.

    @Test func `its zone is the author's of the moment, unless another is named`() async throws {
        let scene = Scene()
        let now = scene.clock.now
        #expect(try await scene.compete().timeZone == "UTC")
        scene.identity.set(
            zones: [
                ZoneChange(since: now - .days(9), name: "Asia/Tokyo"),
                ZoneChange(since: now, name: "America/New_York"),
                ZoneChange(since: now + .tick, name: "Europe/Berlin"),
            ],
            of: scene.ana
        )
        #expect(try await scene.compete().timeZone == "America/New_York")
        let named = try await scene.compete { $0.timeZone = "Europe/Madrid" }
        #expect(named.timeZone == "Europe/Madrid")
    }

    @Test func `during the week lasts from Monday to Sunday, in its zone`() async throws {
        let scene = Scene()
        // It is Tuesday, 14 November 2023.
        let made = try await scene.compete { call in
            call.endsAt = nil
            call.startsOn = CivilDate(rfc3339: "2023-11-20")
            call.endsOn = CivilDate(rfc3339: "2023-11-26")
            call.timeZone = "Europe/Berlin"
        }
        #expect(made.startsAt == Instant(rfc3339: "2023-11-19T23:00:00Z"))
        #expect(made.endsAt == Instant(rfc3339: "2023-11-26T23:00:00Z"))
        #expect(made.wholeDays)
        #expect(made.state == .scheduled)
        let start = try #require(made.startsAt)
        #expect(try await scene.dueTimes() == [start])
    }

    // Definitions and rematches.

    @Test func `it keeps what a definition says, and its pictures`() async throws {
        let scene = Scene()
        let picture = MediaID()
        let definition = try await scene.defineRun(proof: .required, pictures: [picture])
        let made = try await scene.compete { call in
            (call.name, call.unit) = (nil, nil)
            call.definition = definition
        }
        #expect(made.name == "Run 5 km")
        #expect(made.caption == "Along the river")
        #expect(made.unit == "km")
        #expect(made.goal == Scene.fiveAndAHalf)
        #expect(made.category == "endurance")
        #expect(made.proof == .required)
        #expect(made.definitionID == definition)
        #expect(made.photos.map(\.id) == [picture])
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.cause) == ["definition:\(definition)", "contest:\(made.id)"])
        // What it becomes later changes nothing.
        _ = try await scene.ask(DeleteDefinition(definition: definition), as: scene.ana)
        #expect(try await scene.contest(made.id) == made)
    }

    @Test func `what the call says counts in place of what the definition says`() async throws {
        let scene = Scene()
        let definition = try await scene.defineRun(pictures: [MediaID()])
        let picture = MediaID()
        let made = try await scene.compete { call in
            (call.name, call.unit) = ("Club run", "miles")
            (call.definition, call.goal, call.mediaIDs) = (definition, Amount("3"), [picture])
        }
        #expect(made.name == "Club run")
        #expect(made.unit == "miles")
        #expect(made.goal == Amount("3"))
        #expect(made.caption == "Along the river")
        #expect(made.photos.map(\.id) == [picture])
        // Each person's own target takes the place of the common one.
        let percent = try await scene.compete { call in
            (call.definition, call.score, call.target) = (definition, .percent, Amount("3"))
        }
        #expect(percent.goal == nil)
        #expect(percent.me?.target == Amount("3"))
    }

    @Test func `a definition that cannot be used is refused, and nothing because of it`()
        async throws
    {
        let scene = Scene()
        let own = try await scene.defineRun(as: scene.bo)
        for id in [DefinitionID(), own] {
            let call = CreateContest(definition: id, endsAt: scene.clock.now + .days(1))
            let said = ["/definition challenges.definition_unknown"]
            #expect(await scene.refusals(of: call) == said)
        }
    }

    @Test func `a rematch has the rules, the text and the people of the first, and new times`()
        async throws
    {
        let scene = Scene()
        let picture = MediaID()
        let first = try await scene.compete(with: scene.bo, scene.cy) { call in
            call.description = "Who drinks most?"
            call.goal = Amount("20")
            call.aggregation = .max
            call.capacity = 12
            call.locksLate = false
            call.timeZone = "Europe/Berlin"
            call.mediaIDs = [picture]
        }
        let end = scene.clock.now + .days(30)
        let again = CreateContest(copyOf: first.id, endsAt: end)
        let made = try await scene.ask(again, as: scene.ana)
        #expect(made.id != first.id)
        #expect(made.name == "Water")
        #expect(made.description == "Who drinks most?")
        #expect(made.goal == Amount("20"))
        #expect(made.aggregation == .max)
        #expect(made.capacity == 12)
        #expect(made.visibility == .public)
        #expect(made.timeZone == "Europe/Berlin")
        #expect(made.photos.map(\.id) == [picture])
        #expect(made.startsAt == scene.clock.now)
        #expect(made.endsAt == end)
        #expect(made.joined == 1)
        #expect(try await scene.names(toldOf: .contestInvited) == ["Bo", "Cy"])
        #expect(try await scene.contest(made.id, as: scene.bo).me?.state == .invited)
        // A field that is given counts, and so do invitees.
        var other = again
        (other.name, other.invitees, other.goal) = ("Wine", [scene.cy], Amount("2"))
        let changed = try await scene.ask(other, as: scene.ana)
        #expect(changed.name == "Wine")
        #expect(changed.goal == Amount("2"))
        #expect(try await scene.names(toldOf: .contestInvited) == ["Bo", "Cy", "Cy"])
    }

    @Test func `who of a rematch's people cannot be invited is left out`() async throws {
        let scene = Scene()
        let first = try await scene.compete(with: scene.bo, scene.cy)
        scene.identity.set(.notFriend, of: scene.bo)
        let end = scene.clock.now + .days(30)
        let again = CreateContest(copyOf: first.id, endsAt: end)
        _ = try await scene.ask(again, as: scene.ana)
        #expect(try await scene.names(toldOf: .contestInvited) == ["Cy"])
        let named = CreateContest(copyOf: first.id, invitees: [scene.bo], endsAt: end)
        #expect(await scene.refusals(of: named) == ["/invitees/0 challenges.not_friends"])
    }

    @Test func `only an own contest of the same kind is copied, and nothing beside it`()
        async throws
    {
        let scene = Scene()
        let first = try await scene.compete(with: scene.bo)
        let end = scene.clock.now + .days(30)
        let said = ["/copyOf challenges.copy_unknown"]
        let call = CreateContest(copyOf: first.id, endsAt: end)
        #expect(await scene.refusals(of: call, as: scene.bo) == said)
        let dare = try await scene.get(scene.send(), as: scene.ana).challenge.id
        for (kind, id) in [(ChallengeKind.open, first.id), (.competition, dare)] {
            let call = CreateContest(kind: kind, copyOf: id, endsAt: end)
            #expect(await scene.refusals(of: call) == said)
        }
        var both = call
        both.definition = try await scene.defineRun()
        #expect(await scene.refusals(of: both) == ["/copyOf challenges.content_repeated"])
    }

    // Bad input.

    @Test(arguments: [ChallengeKind.dare, .workout, .unknown])
    func `what is sent to people is no contest`(kind: ChallengeKind) async {
        let scene = Scene()
        let call = CreateContest(kind: kind, name: "Water", unit: "litres")
        #expect(await scene.refusals(of: call) == ["/kind challenges.kind_unknown"])
    }

    @Test func `a name is needed where nothing else has one`() async {
        let scene = Scene()
        let call = CreateContest(unit: "litres", endsAt: scene.clock.now + .days(1))
        #expect(await scene.refusals(of: call) == ["/name challenges.name_invalid"])
    }

    @Test func `invitees are friends who take challenges, each once, and not the author`()
        async throws
    {
        let scene = Scene()
        let (ana, bo, cy, di) = (scene.ana, scene.bo, scene.cy, UserID())
        scene.identity.set(.notFriend, of: cy)
        scene.identity.set(.notAccepting, of: di)
        let nobody = UserID()
        scene.identity.set(.unknown, of: nobody)
        var call = CreateContest(
            name: "Water",
            unit: "litres",
            invitees: [bo, ana, bo, cy, di, nobody],
            endsAt: scene.clock.now + .days(1)
        )
        #expect(
            await scene.refusals(of: call) == [
                "/invitees/1 challenges.invitee_is_oneself",
                "/invitees/2 challenges.invitee_repeated",
                "/invitees/3 challenges.not_friends",
                "/invitees/4 challenges.not_accepting",
                "/invitees/5 challenges.not_friends",
            ]
        )
        // A draft is no place for them either.
        call.draft = true
        #expect(await scene.refusals(of: call).count == 5)
        call.invitees = (0..<101).map { _ in UserID() }
        #expect(await scene.refusals(of: call) == ["/invitees challenges.invitees_invalid"])
        call.invitees = (0..<100).map { _ in UserID() }
        #expect(await scene.refusals(of: call) == [])
    }

    @Test func `who was unfriended since identityd answered is refused`() async throws {
        let scene = Scene()
        try await scene.relate(scene.ana, scene.bo, .none, version: 5)
        var call = CreateContest(
            name: "Water",
            unit: "litres",
            invitees: [scene.bo],
            endsAt: scene.clock.now + .days(1)
        )
        #expect(await scene.refusals(of: call) == ["/invitees/0 challenges.not_friends"])
        call.copyOf = try await scene.compete(with: scene.bo).id
        call.invitees = nil
        let made = try await scene.ask(call, as: scene.ana)
        #expect(try await scene.told(.contestInvited).isEmpty)
        #expect(made.joined == 1)
    }

    @Test func `all problems are reported at once, and no picture is claimed`() async {
        let scene = Scene()
        let call = CreateContest(
            kind: .dare,
            unit: "litres",
            invitees: [scene.ana],
            endsAt: scene.clock.now,
            capacity: 1,
            mediaIDs: (0..<11).map { _ in MediaID() }
        )
        #expect(
            await scene.refusals(of: call) == [
                "/invitees/0 challenges.invitee_is_oneself", "/kind challenges.kind_unknown",
                "/name challenges.name_invalid", "/capacity challenges.capacity_invalid",
                "/endsAt challenges.end_invalid", "/mediaIDs challenges.media_too_many",
            ]
        )
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `an unknown category is refused`() async {
        let scene = Scene()
        let call = CreateContest(kind: .open, name: "Swim", category: "swimming")
        #expect(await scene.refusals(of: call) == ["/category challenges.category_unknown"])
    }

    @Test func `a missing picture, or another user's, is refused`() async throws {
        let scene = Scene()
        let lost = MediaID()
        scene.media.lose(lost)
        let call = CreateContest(kind: .open, name: "Swim", mediaIDs: [MediaID(), lost])
        #expect(await scene.refusals(of: call) == ["/mediaIDs/1 challenges.media_not_found"])
        #expect(try await scene.emitted(MediaUsed.self).isEmpty)
    }

    @Test func `whose account is gone makes none`() async {
        let scene = Scene()
        scene.identity.set(.unknown, of: scene.ana)
        let call = CreateContest(kind: .open, name: "Swim")
        #expect(await scene.fault(call, as: scene.ana) == WireError.signInNeeded.fault)
    }

    @Test func `an author who is in as many contests as they may be makes none to play in`()
        async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsJoined: 1)))
        let first = try await scene.compete()
        let next = CreateContest(
            name: "Wine",
            unit: "litres",
            endsAt: scene.clock.now + .days(1)
        )
        #expect(await scene.refusals(of: next) == ["challenges.contests_too_many"])
        #expect(try await scene.emitted(ContestChanged.self).map(\.contest) == [first.id])
        var without = next
        without.authorPlays = false
        #expect(await scene.refusals(of: without) == [])
    }

    @Test func `a person owns two hundred unfinished contests at most, drafts among them`()
        async throws
    {
        #expect(ContestRules().contestsOwned == 200)
        let scene = Scene(rules: Rules(contests: ContestRules(contestsOwned: 2)))
        var call = CreateContest(kind: .open, name: "Swim")
        let first = try await scene.ask(call, as: scene.ana)
        call.draft = true
        let draft = try await scene.ask(call, as: scene.ana)
        let tooMany = ["challenges.contests_too_many"]
        for isDraft in [true, false] {
            call.draft = isDraft
            #expect(await scene.refusals(of: call) == tooMany)
        }
        // Others have contests of their own, and what is there may be published.
        #expect(await scene.refusals(of: call, as: scene.bo) == [])
        #expect(await scene.refusals(of: PublishContest(contest: draft.id)) == [])
        _ = try await scene.ask(CancelContest(contest: first.id), as: scene.ana)
        #expect(await scene.refusals(of: call) == [])
        #expect(await scene.refusals(of: call) == tooMany)
    }

    @Test func `of contests that are made at once as many are made as may be`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestsOwned: 3)))
        let call = CreateContest(kind: .open, name: "Swim")
        let faults = await scene.faults((0..<10).map { _ in (scene.ana, call) })
        #expect(faults.count == 7)
        #expect(Set(faults) == [ChallengesError.contestsTooMany.fault])
    }

    // Repetitions.

    @Test func `who made a contest that is hidden from them now learns nothing of it`()
        async throws
    {
        let scene = Scene()
        let call = CreateContest(
            id: ChallengeID(),
            name: "Water",
            unit: "litres",
            invitees: [scene.bo],
            endsAt: scene.clock.now + .days(7)
        )
        let made = try await scene.ask(call, as: scene.ana)
        _ = try await scene.ask(JoinContest(contest: made.id), as: scene.bo)
        _ = try await scene.ask(HandOverContest(contest: made.id, to: scene.bo), as: scene.ana)
        #expect(await scene.refusals(of: call) == [])
        let remove = RemoveParticipant(contest: made.id, user: scene.ana)
        _ = try await scene.ask(remove, as: scene.bo)
        #expect(await scene.refusals(of: call) == ["challenges.id_taken"])
    }

    @Test func `a repeated id gets what was made, as it is now`() async throws {
        let scene = Scene()
        var call = CreateContest(
            id: ChallengeID(),
            name: "Water",
            unit: "litres",
            invitees: [scene.bo],
            endsAt: scene.clock.now + .days(7),
            mediaIDs: [MediaID()]
        )
        let made = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.ask(call, as: scene.ana) == made)
        _ = try await scene.ask(EndContest(contest: made.id), as: scene.ana)
        #expect(try await scene.ask(call, as: scene.ana).state == .settling)
        #expect(try await scene.told(.contestInvited).count == 1)
        #expect(scene.media.claimed.count == 1)
        let taken = ["challenges.id_taken"]
        #expect(await scene.refusals(of: call, as: scene.cy) == taken)
        for change in Self.otherCalls {
            var other = call
            change(&other)
            #expect(await scene.refusals(of: other) == taken)
        }
        call.id = try await scene.get(scene.send(), as: scene.ana).challenge.id
        #expect(await scene.refusals(of: call) == taken)
    }

    /// Changes that make another call of one.
    private static let otherCalls: [@Sendable (inout CreateContest) -> Void] = [
        { $0.name = "Wine" }, { $0.unit = "glasses" }, { $0.kind = .open }, { $0.draft = true },
        { $0.invitees = nil }, { $0.mediaIDs = nil }, { $0.capacity = 10 },
        { $0.goal = Amount("1") }, { $0.visibility = .public }, { $0.needsApproval = true },
        { $0.aggregation = .max }, { $0.startsAt = .noon - .hours(1) },
    ]

    @Test func `a draft is made once under its id, and so is a rematch`() async throws {
        let scene = Scene()
        let draft = CreateContest(id: ChallengeID(), name: "Water", draft: true)
        let made = try await scene.ask(draft, as: scene.ana)
        #expect(try await scene.ask(draft, as: scene.ana) == made)
        var published = draft
        published.draft = nil
        (published.unit, published.endsAt) = ("litres", scene.clock.now + .days(1))
        #expect(await scene.refusals(of: published) == ["challenges.id_taken"])
        let first = try await scene.compete(with: scene.bo)
        let again = CreateContest(
            id: ChallengeID(),
            copyOf: first.id,
            endsAt: scene.clock.now + .days(9)
        )
        let copy = try await scene.ask(again, as: scene.ana)
        #expect(try await scene.ask(again, as: scene.ana) == copy)
        #expect(try await scene.told(.contestInvited).count == 1)
    }

    @Test func `a repeated key gets the same answer, whatever happened since`() async throws {
        let scene = Scene()
        let call = CreateContest(
            name: "Water",
            unit: "litres",
            invitees: [scene.bo],
            endsAt: scene.clock.now + .days(7)
        )
        let made = try await scene.ask(call, as: scene.ana, key: "k")
        _ = try await scene.ask(CancelContest(contest: made.id), as: scene.ana)
        scene.identity.set(.notFriend, of: scene.bo)
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == made)
        #expect(try await scene.told(.contestInvited).count == 1)
        var other = call
        other.name = "Wine"
        let fault = await scene.fault(other, as: scene.ana, key: "k")
        #expect(fault == WireError.keyReused.fault)
    }

    @Test func `of concurrent calls under one id one makes it`() async throws {
        let scene = Scene()
        let call = CreateContest(
            id: ChallengeID(),
            name: "Water",
            unit: "litres",
            invitees: [scene.bo],
            endsAt: scene.clock.now + .days(7)
        )
        let faults = await scene.faults((0..<10).map { _ in (scene.ana, call) })
        #expect(faults == [])
        #expect(try await scene.told(.contestInvited).count == 1)
        #expect(try await scene.emitted(ContestChanged.self).count == 1)
    }

    @Test func `no contest has the id of a definition, also where both are made at once`()
        async throws
    {
        let scene = Scene()
        let (one, other) = (ChallengeID(), ChallengeID())
        _ = try await scene.ask(Self.contest(one), as: scene.ana)
        let definition = try await scene.ask(Self.definition(other), as: scene.ana)
        // Deleted, it keeps its likes.
        _ = try await scene.ask(DeleteDefinition(definition: definition.id), as: scene.ana)
        let taken = ["challenges.id_taken"]
        for user in [scene.ana, scene.bo] {
            #expect(await scene.refusals(of: Self.definition(one), as: user) == taken)
            #expect(await scene.refusals(of: Self.contest(other), as: user) == taken)
        }
        for _ in 0..<10 {
            let id = ChallengeID()
            async let ofContest = scene.refusals(of: Self.contest(id))
            async let ofDefinition = scene.refusals(of: Self.definition(id), as: scene.bo)
            let refusals = await ofContest + ofDefinition
            #expect(refusals == taken)
        }
    }

    private static func contest(_ id: ChallengeID) -> CreateContest {
        CreateContest(id: id, kind: .open, name: "Water")
    }

    /// A definition under the id of a contest.
    private static func definition(_ id: ChallengeID) -> CreateDefinition {
        CreateDefinition(id: DefinitionID(id.uuid), name: "Water")
    }
}
