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

/// A new entry is added to what its owner's row holds, and answered from what is in hand: the row
/// is as if all entries had been counted, and the answer as if it had been asked for.
@Suite(.freshDatabase(Challenges.migrations))
struct AddedEntriesTests {
    private static let midnight = Instant(microseconds: 19_676 * 86_400_000_000)

    /// What of Bo counts in a contest by now, all looked at, and how it makes the row stand that
    /// was there before.
    private func recounted(
        _ before: ParticipantRecord,
        in logged: LoggedContest
    ) async throws -> ParticipantRecord {
        let scene = logged.scene
        let contest = try #require(try await scene.database.contest(logged.id))
        let parts = try await scene.database.parts(of: scene.bo, in: contest)
        var counted = before.counting(parts, in: contest, at: scene.clock.now)
        counted.version += 1
        return counted
    }

    private func journey(
        _ contest: ContestRecord,
        in scene: Scene,
        target: Amount? = nil,
        steps: Int
    ) async throws {
        let seed = Seed.value
        var dice = Dice(seed: seed)
        let logged = try await LoggedContest.store(contest, in: scene, target: target)
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(scene.bo).person,
                version: 2,
                zones: [ZoneChange(since: Self.midnight - .days(9), name: "America/New_York")],
                standing: .active
            )
        )
        for step in 0..<steps {
            scene.clock.advance(by: .minutes(Int.random(in: 1...300, using: &dice)))
            let place = "seed \(seed), step \(step)"
            let before = try await logged.standing()
            let amount = Amount(millionths: Int64.random(in: 1...20_000_000, using: &dice))
            let what = Int.random(in: 0..<6, using: &dice)
            let old =
                what > 1
                ? []
                : try await logged.entries(as: scene.bo).filter { $0.actions.contains(.change) }
            let picked = old.randomElement(using: &dice)
            switch (what, picked) {
            case (0, let picked?):
                _ = try await scene.ask(DeleteEntry(entry: picked.id), as: scene.bo)
            case (1, let picked?) where contest.unit != nil && picked.amount != amount:
                _ = try await scene.ask(ChangeEntry(entry: picked.id, amount: amount), as: scene.bo)
            default:
                // Several at one moment, before others, and ahead of the clock.
                let back = [0, 0, 60, 60, 600, 2_000, -4].randomElement(using: &dice) ?? 0
                let call = AddEntry(
                    contest: logged.id,
                    amount: contest.unit == nil ? nil : amount,
                    occurredAt: scene.clock.now - .minutes(back),
                    source: .device
                )
                let made = try await scene.ask(call, as: scene.bo)
                #expect(try await logged.entry(made.id, as: scene.bo) == made, "\(place)")
            }
            let after = try await logged.standing()
            #expect(try await after == recounted(before, in: logged), "\(place)")
        }
    }

    @Test(arguments: TallyAddingTests.known, TallyAddingTests.Ranking.all)
    func `after each of many changes a person stands as a recount makes them stand`(
        aggregation: Contest.Aggregation,
        ranking: TallyAddingTests.Ranking
    ) async throws {
        let scene = Scene()
        scene.clock.advance(by: Self.midnight + .days(3) - scene.clock.now)
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            goal: ranking.isPercent ? nil : .of("30"),
            aggregation: aggregation,
            direction: ranking.direction,
            score: ranking.score,
            startsAt: Self.midnight,
            endsAt: Self.midnight + .days(400)
        )
        try await journey(
            contest,
            in: scene,
            target: ranking.isPercent ? .of("50") : nil,
            steps: Effort.scaled(16)
        )
    }

    @Test func `so they do where whole days with an entry are counted`() async throws {
        let scene = Scene()
        scene.clock.advance(by: Self.midnight + .days(3) - scene.clock.now)
        var contest = ContestRecord.ofEntries(
            owner: scene.ana,
            aggregation: .daysActive,
            startsAt: Self.midnight,
            endsAt: Self.midnight + .days(400)
        )
        contest.life.wholeDays = true
        try await journey(contest, in: scene, steps: Effort.scaled(30))
    }

    @Test func `so they do where a phone measures, and where nothing is counted`() async throws {
        for metric in [Metric?.none, .steps] {
            let scene = Scene()
            scene.clock.advance(by: Self.midnight + .days(3) - scene.clock.now)
            let contest = ContestRecord.ofEntries(
                owner: scene.ana,
                unit: metric == nil ? nil : "steps",
                metric: metric,
                aggregation: metric == nil ? .sum : .max,
                startsAt: Self.midnight,
                endsAt: Self.midnight + .days(400)
            )
            try await journey(contest, in: scene, steps: Effort.scaled(12))
        }
    }

    @Test(arguments: [(Contest.Aggregation.daysActive, "2"), (.latest, "3"), (.sum, "8")])
    func `what the end leaves out stands for nothing that is logged after it`(
        aggregation: Contest.Aggregation,
        value: String
    ) async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, aggregation: aggregation)
        let logged = try await LoggedContest.store(contest, in: scene)
        scene.clock.advance(by: .days(1) + .hours(12))
        try await logged.log("5", occurredAt: scene.clock.now - .days(1))
        let ahead = try await logged.log("7", occurredAt: scene.clock.now + .minutes(4))
        _ = try await scene.ask(EndContest(contest: logged.id), as: scene.ana)
        let before = try await logged.standing()
        #expect(before.entries == 1)
        scene.clock.advance(by: .minutes(10))
        let call = logged.call("3", occurredAt: ahead.occurredAt - .hours(1))
        let made = try await scene.ask(call, as: scene.bo)
        #expect(made.localDay == ahead.localDay)
        #expect(try await logged.standing().value == .of(value))
        #expect(try await logged.standing() == recounted(before, in: logged))
    }

    @Test func `what was removed or deleted stands for nothing either`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(
            in: scene,
            with: [scene.bo, scene.cy],
            Arena.Terms(aggregation: .latest)
        )
        try await arena.log(4, by: scene.bo)
        scene.clock.advance(by: .minutes(20))
        let last = try await arena.log(9, by: scene.bo)
        let early = AddEntry(
            contest: arena.id,
            amount: .km(2),
            occurredAt: scene.clock.now - .minutes(10)
        )
        _ = try await scene.ask(early, as: scene.bo)
        #expect(try await arena.value(of: scene.bo) == .km(9))
        _ = try await scene.ask(DeleteEntry(entry: last), as: scene.bo)
        #expect(try await arena.value(of: scene.bo) == .km(2))
        var between = early
        between.amount = .km(3)
        between.occurredAt = scene.clock.now - .minutes(5)
        _ = try await scene.ask(between, as: scene.bo)
        #expect(try await arena.value(of: scene.bo) == .km(3))
        try await arena.expectSound()
    }

    // The answer.

    /// Contests of each kind, with what Bo sets out to reach.
    private static let contests: [(@Sendable (UserID) -> ContestRecord, Amount?)] = [
        ({ .ofEntries(owner: $0) }, nil),
        ({ .ofEntries(owner: $0, kind: .open, visibility: .private) }, nil),
        ({ .ofEntries(owner: $0, kind: .open, unit: nil, aggregation: .daysActive) }, nil),
        ({ .ofEntries(owner: $0, goal: .of("3"), aggregation: .latest, direction: .lower) }, nil),
        ({ .ofEntries(owner: $0, visibility: .friends, aggregation: .min) }, nil),
        ({ .ofEntries(owner: $0, aggregation: .max, score: .percent) }, .of("9")),
        (
            {
                .ofEntries(
                    owner: $0,
                    unit: "steps",
                    metric: .steps,
                    score: .percent,
                    startsAt: AddedEntriesTests.midnight,
                    endsAt: AddedEntriesTests.midnight + .days(9)
                )
            }, .of("9")
        ),
    ]

    @Test(arguments: contests.indices, [0, 2])
    func `the answer is the entry as its owner gets it then`(
        number: Int,
        photos: Int
    ) async throws {
        let (make, target) = Self.contests[number]
        let scene = Scene()
        scene.clock.advance(by: Self.midnight + .hours(30) - scene.clock.now)
        let contest = make(scene.ana)
        let logged = try await LoggedContest.store(contest, in: scene, target: target)
        let wide = contest.visibility.allows(.friends, of: .entry)
        for user in [scene.ana, scene.bo] {
            for audience in [nil, wide ? Audience.friends : nil] {
                let pictures = (0..<photos).map { _ in MediaID() }
                for (index, picture) in pictures.enumerated() {
                    scene.media.capture(picture, at: scene.clock.now - .days(index * 9))
                }
                let call = logged.call(
                    contest.unit == nil ? nil : "2.5",
                    source: .device,
                    device: "Watch",
                    note: "Caf\u{E9} \u{1F3CA}",
                    mediaIDs: photos == 0 ? nil : pictures,
                    audience: audience
                )
                let made = try await scene.ask(call, as: user, key: "\(EntryID())")
                let found = try await scene.ask(GetEntry(entry: made.id), as: user)
                #expect(made == found)
                #expect(try WireEncoder().encode(made) == WireEncoder().encode(found))
                #expect(made.photos.map(\.photo.id) == pictures)
                scene.clock.advance(by: .minutes(1))
            }
        }
    }

    @Test func `a new entry of a user without a card shows a placeholder`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        try await scene.database.run("DELETE FROM people WHERE id = \(scene.bo)")
        let made = try await logged.log()
        #expect(made.user == .hidden)
        #expect(try await logged.entry(made.id, as: scene.bo) == made)
    }

    @Test func `nobody waits to learn whether an id is taken that was made for the entry`()
        async throws
    {
        try await WaitCounter.with { counter in
            let scene = Scene(database: counter.database)
            let logged = try await LoggedContest.store(in: scene)
            _ = try await scene.ask(logged.call("1"), as: scene.bo, key: "first")
            let own = try await counter.count {
                _ = try await scene.ask(logged.call("2"), as: scene.bo, key: "own")
            }
            let given = try await counter.count {
                let call = logged.call("3", id: EntryID())
                _ = try await scene.ask(call, as: scene.bo, key: "given")
            }
            #expect(own.messages == given.messages - 1)
            #expect(own.reads == given.reads)
            #expect(try await logged.entries(as: scene.bo).count == 3)
        }
    }

    // Repetitions.

    @Test func `a repetition gets the stored reply, even if it would be refused now`() async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(entriesRun: 1)))
        let logged = try await LoggedContest.store(in: scene)
        let call = logged.call("2")
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        let standing = try await logged.standing()
        #expect(await scene.fault(call, as: scene.bo) == ChallengesError.entriesTooMany.fault)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        scene.clock.advance(by: .days(30))
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        var elsewhere = call
        elsewhere.contest = ChallengeID()
        for other in [logged.call("3"), logged.call("0"), elsewhere] {
            let fault = await scene.fault(other, as: scene.bo, key: "k")
            #expect(fault == WireError.keyReused.fault)
        }
        #expect(try await logged.standing() == standing)
        #expect(try await logged.entries(as: scene.bo).count == 1)
    }

    @Test func `an entry that is there already is answered before anything is refused`()
        async throws
    {
        let scene = Scene(rules: Rules(contests: ContestRules(entriesRun: 1)))
        let logged = try await LoggedContest.store(in: scene)
        let call = logged.call("2", id: EntryID())
        let first = try await scene.ask(call, as: scene.bo, key: "one")
        let standing = try await logged.standing()
        #expect(try await scene.ask(call, as: scene.bo) == first)
        #expect(try await scene.ask(call, as: scene.bo, key: "two") == first)
        #expect(try await logged.standing() == standing)
        // No answer was stored under the second key.
        let change = ChangeEntry(entry: first.id, note: "Later.")
        _ = try await scene.ask(change, as: scene.bo)
        let taken = ChallengesError.idTaken.fault
        #expect(await scene.fault(call, as: scene.bo, key: "two") == taken)
        #expect(try await scene.ask(call, as: scene.bo, key: "one") == first)
        // The id counts before the contest.
        var other = call
        other.contest = ChallengeID()
        #expect(await scene.fault(other, as: scene.bo) == taken)
        #expect(await scene.fault(other, as: scene.ana) == ChallengesError.contestNotFound.fault)
    }
}
