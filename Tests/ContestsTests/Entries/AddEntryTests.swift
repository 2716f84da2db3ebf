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

/// What people log for a contest (2.3-entries, FR-08, FR-30, FR-40, FR-46, GC-06).
@Suite(.freshDatabase(Challenges.migrations))
struct AddEntryTests {
    // What is kept.

    @Test func `an entry is kept as given, counted, and told`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        scene.clock.advance(by: .hours(3))
        let pictures = [MediaID(), MediaID()]
        scene.media.capture(pictures[0], at: scene.clock.now - .hours(1))
        scene.media.capture(pictures[1], at: scene.clock.now - .hours(9))
        let call = logged.call(
            "1.5",
            id: EntryID(),
            occurredAt: scene.clock.now - .hours(2),
            source: .device,
            device: "Scale",
            note: "After lunch.",
            mediaIDs: pictures,
            audience: .friends
        )
        let made = try await scene.ask(call, as: scene.bo)
        #expect(made.id == call.id)
        #expect(made.contest == logged.id)
        #expect(made.user == FakeIdentity.card(scene.bo).person)
        #expect(made.amount == .of("1.5"))
        #expect(made.unit == "l")
        #expect(made.occurredAt == scene.clock.now - .hours(2))
        #expect(made.source == .device)
        #expect(made.device == "Scale")
        #expect(made.note == "After lunch.")
        #expect(made.photos.map(\.photo.id) == pictures)
        #expect(made.photos.map(\.audience) == [.friends, .friends])
        #expect(made.photos.map(\.taken) == [.during, .outside])
        #expect(made.audience == .friends)
        #expect(made.state == .counted)
        #expect(made.query == nil)
        #expect(made.actions == [.change, .delete])
        #expect(made.createdAt == scene.clock.now)
        #expect(made.editedAt == nil)
        #expect(made.version == 1)
        #expect(try await logged.entry(made.id, as: scene.bo) == made)
        #expect(try await logged.history(of: made.id) == ["logged Bo 1.5"])
        let standing = try await logged.standing()
        #expect(standing.value == .of("1.5"))
        #expect(standing.score == .of("1.5"))
        #expect(standing.entries == 1)
        #expect(standing.reachedAt == scene.clock.now)
        let told = try #require(try await logged.told())
        #expect(told.value == .of("1.5"))
        #expect(told.score == .of("1.5"))
        #expect(told.entries == 1)
        #expect(told.state == .joined)
        #expect(told.version == standing.version)
        #expect(scene.media.claimed.map(\.cause) == ["entry:\(made.id)"])
        #expect(scene.media.claimed.map(\.user) == [scene.bo])
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.cause) == ["entry:\(made.id)"])
        #expect(used.map(\.media) == [pictures])
    }

    @Test func `absent fields have their defaults`() async throws {
        let logged = try await LoggedContest.store()
        let made = try await logged.log()
        #expect(made.occurredAt == logged.scene.clock.now)
        #expect(made.source == .manual)
        #expect(made.device == nil)
        #expect(made.note.isEmpty)
        #expect(made.photos.isEmpty)
        #expect(made.audience == .participants)
        #expect(logged.scene.media.claimed.isEmpty)
        #expect(try await logged.scene.emitted(MediaUsed.self).isEmpty)
    }

    @Test func `a participant's entries add up, and those of others do not`() async throws {
        let logged = try await LoggedContest.store()
        try await logged.log("1.5")
        try await logged.log("0.5", by: logged.scene.ana)
        try await logged.log("2")
        #expect(try await logged.standing().value == .of("3.5"))
        #expect(try await logged.standing().entries == 2)
        #expect(try await logged.standing(of: logged.scene.ana).value == .of("0.5"))
    }

    // What is wrong.

    @Test func `all problems of the fields are told at once, before the contest is looked for`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let picture = MediaID()
        var call = logged.call(
            "0",
            source: .timing,
            note: "\0",
            mediaIDs: [picture, picture],
            audience: .unknown
        )
        call.contest = ChallengeID()
        let fault = await logged.scene.fault(call, as: logged.scene.bo)
        #expect(fault?.kind == .invalid)
        #expect(
            fault?.said == [
                "/amount challenges.amount_invalid", "/source challenges.source_unknown",
                "/note challenges.note_invalid", "/audience challenges.audience_unknown",
                "/mediaIDs/1 challenges.media_repeated",
            ]
        )
    }

    @Test func `so is all that the contest does not allow`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            proof: .required,
            visibility: .private
        )
        let logged = try await LoggedContest.store(contest, in: scene)
        let call = logged.call(
            "1000000000",
            occurredAt: logged.contest.life.endsAt,
            audience: .public
        )
        let fault = await scene.fault(call, as: scene.bo)
        #expect(
            fault?.said == [
                "/amount challenges.amount_invalid", "/mediaIDs challenges.proof_missing",
                "/audience challenges.audience_too_wide",
                "/occurredAt challenges.occurred_invalid",
            ]
        )
        #expect(try await logged.entries(as: scene.ana).isEmpty)
        #expect(try await logged.told() == nil)
    }

    @Test func `only those in the contest log to it, and strangers learn nothing of it`()
        async throws
    {
        let wrong = try await LoggedContest.expectRefused { contest in
            AddEntry(contest: contest, amount: .of("1"), mediaIDs: [MediaID()])
        }
        #expect(wrong == [])
        let scene = Scene()
        let unknown = AddEntry(contest: ChallengeID(), amount: .of("1"))
        let fault = await scene.fault(unknown, as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }

    @Test func `the operator says how much of a unit an entry may hold`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        _ = try await scene.operate(PutUnit(unit: "l", cap: .of("10")))
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        #expect(await scene.fault(logged.call("10.000001"), as: scene.bo) == refusal)
        try await logged.log("10")
        _ = try await scene.operate(PutUnit(unit: "l", cap: .of("2000000000")))
        try await logged.log("2000000000")
        #expect(await scene.fault(logged.call("2000000000.000001"), as: scene.bo) == refusal)
    }

    @Test func `a total stays below a million million`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        _ = try await scene.operate(PutUnit(unit: "l", cap: .of("999999999999.999999")))
        try await logged.log("999999999999.999998")
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        #expect(await scene.fault(logged.call("0.000002"), as: scene.bo) == refusal)
        try await logged.log("0.000001")
        #expect(await scene.fault(logged.call("0.000001"), as: scene.bo) == refusal)
        #expect(try await logged.standing().value == .of("999999999999.999999"))
        #expect(try await logged.entries(as: scene.bo).count == 2)
    }

    @Test func `where only devices count nothing is logged by hand`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, sources: .device)
        let logged = try await LoggedContest.store(contest, in: scene)
        for source in [nil, Entry.Source.manual] {
            let call = logged.call(source: source, mediaIDs: [MediaID()])
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault == ChallengesError.sourceRefused.fault)
            #expect(fault?.kind == .conflict)
        }
        let made = try await scene.ask(logged.call(source: .device), as: scene.bo)
        #expect(made.source == .device)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test
    func `a late participant logs manual entries from then on, measured ones since the start`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        scene.clock.advance(by: .hours(5))
        try await logged.join(scene.cy, at: scene.clock.now)
        let joined = scene.clock.now
        scene.clock.advance(by: .hours(1))
        let early = logged.call(occurredAt: joined - .minutes(5) - .tick)
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        #expect(await scene.fault(early, as: scene.cy) == refusal)
        try await logged.log(by: scene.cy, occurredAt: joined)
        let start = try #require(logged.contest.life.startsAt)
        let measured = logged.call("2", occurredAt: start, source: .device)
        #expect(try await scene.ask(measured, as: scene.cy).occurredAt == start)
    }

    @Test(arguments: [Proof.none, .required])
    func `pictures are as the contest's policy says`(proof: Proof) async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, proof: proof)
        let logged = try await LoggedContest.store(contest, in: scene)
        let bare = await scene.fault(logged.call(), as: scene.bo)
        let shown = await scene.fault(logged.call(mediaIDs: [MediaID()]), as: scene.bo)
        let missing = Refusal(ChallengesError.proofMissing, at: "/mediaIDs").fault
        let unwanted = Refusal(ChallengesError.proofUnwanted, at: "/mediaIDs").fault
        #expect(bare == (proof == .required ? missing : nil))
        #expect(shown == (proof == .required ? nil : unwanted))
        #expect(scene.media.claimed.count == (proof == .required ? 1 : 0))
    }

    @Test func `an 11th picture and a missing one are refused at their fields`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let pictures = (0..<11).map { _ in MediaID() }
        let tooMany = Refusal(ChallengesError.mediaTooMany, at: "/mediaIDs").fault
        #expect(await scene.fault(logged.call(mediaIDs: pictures), as: scene.bo) == tooMany)
        scene.media.lose(pictures[1])
        let missing = logged.call(mediaIDs: Array(pictures.prefix(10)))
        let notFound = Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/1").fault
        #expect(await scene.fault(missing, as: scene.bo) == notFound)
        #expect(try await logged.entries(as: scene.bo).isEmpty)
    }

    // When.

    @Test func `time goes first: what occurred before the end counts until the contest is over`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let end = try #require(logged.contest.life.endsAt)
        scene.clock.advance(by: end - scene.clock.now)
        // No timer has fired.
        try await logged.log("1", occurredAt: end - .tick)
        let late = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        #expect(await scene.fault(logged.call(occurredAt: end), as: scene.bo) == late)
        #expect(await scene.fault(logged.call(), as: scene.bo) == late)
        scene.clock.advance(by: .hours(24) - .tick)
        try await logged.log("2", occurredAt: end - .tick)
        #expect(try await logged.standing().value == .of("3"))
        let version = try await logged.standing().version
        scene.clock.advance(by: .tick)
        let pictured = logged.call(occurredAt: end - .tick, mediaIDs: [MediaID()])
        let over = ChallengesError.contestOver.fault
        #expect(await scene.fault(pictured, as: scene.bo) == over)
        #expect(await scene.fault(logged.call(occurredAt: end - .tick), as: scene.bo) == over)
        #expect(try await logged.standing().version == version)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test(arguments: [Duration.seconds(1), .seconds(5), .seconds(90), .minutes(5)])
    func `a phone that is slow logs from the start, and from joining, as of these moments`(
        behind: Duration
    ) async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let start = scene.clock.now
        let first = logged.call(id: EntryID(), occurredAt: start - behind, source: .device)
        let made = try await scene.ask(first, as: scene.bo)
        #expect(made.occurredAt == start)
        #expect(try await logged.entry(made.id, as: scene.bo) == made)
        scene.clock.advance(by: .hours(5))
        let joined = scene.clock.now
        try await logged.join(scene.cy, at: joined)
        scene.clock.advance(by: .seconds(2))
        let typed = logged.call(id: EntryID(), occurredAt: joined - behind)
        let entry = try await scene.ask(typed, as: scene.cy)
        #expect(entry.occurredAt == joined)
        // A repetition finds them, and one tick further is another entry.
        #expect(try await scene.ask(first, as: scene.bo) == made)
        #expect(try await scene.ask(typed, as: scene.cy) == entry)
        var other = typed
        other.occurredAt = joined - .minutes(5) - .tick
        #expect(await scene.fault(other, as: scene.cy) == ChallengesError.idTaken.fault)
        other.id = nil
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        #expect(await scene.fault(other, as: scene.cy) == refusal)
        #expect(try await logged.standing(of: scene.cy).entries == 1)
    }

    /// Lets Bo live in a zone.
    private func live(_ scene: Scene, in zone: String) async throws {
        let since = scene.clock.now - .days(9)
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(scene.bo).person,
                version: 2,
                zones: [ZoneChange(since: since, name: zone)],
                standing: .active
            )
        )
    }

    /// A competition of Ana's and Bo's by days: in steps, or in days with an entry.
    private func byDays(
        _ scene: Scene,
        _ metric: Metric?,
        in zone: String,
        from first: String,
        to last: String
    ) async throws -> Contest {
        try await scene.compete(with: scene.bo) { call in
            (call.endsAt, call.timeZone) = (nil, zone)
            call.startsOn = CivilDate(rfc3339: first)
            call.endsOn = CivilDate(rfc3339: last)
            call.unit = metric == nil ? "litres" : nil
            call.metric = metric
            call.aggregation = metric == nil ? .daysActive : .sum
        }
    }

    @Test(arguments: [Metric?.none, .steps])
    func `a participant ahead of the contest's zone has its whole days`(
        metric: Metric?
    ) async throws {
        let scene = Scene()
        let made = try await byDays(
            scene,
            metric,
            in: "America/Los_Angeles",
            from: "2023-11-27",
            to: "2023-11-28"
        )
        try await live(scene, in: "Europe/Berlin")
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        func log(_ text: String, _ source: Entry.Source = .device) async throws -> Fault? {
            let moment = try #require(Instant(rfc3339: text))
            let call = AddEntry(
                contest: made.id,
                amount: Amount(whole: 1),
                occurredAt: moment,
                source: source
            )
            return await scene.fault(call, as: scene.bo)
        }
        func come(_ text: String) async throws {
            scene.clock.advance(by: try #require(Instant(rfc3339: text)) - scene.clock.now)
            try await scene.fireDue()
        }
        // Her 27th has begun, and the contest has not.
        try await come("2023-11-27T07:59:59Z")
        #expect(try await log("2023-11-27T07:59:59Z") == refusal)
        try await come("2023-11-27T08:00:00Z")
        #expect(try await log("2023-11-26T22:59:59.999999Z") == refusal)
        for moment in ["2023-11-26T23:00:00Z", "2023-11-27T06:30:00Z", "2023-11-27T07:59:00Z"] {
            #expect(try await log(moment) == nil)
            #expect(try await log(moment, .manual) == nil)
        }
        // Her 29th has begun, and the contest goes on.
        try await come("2023-11-29T07:00:00Z")
        #expect(try await log("2023-11-28T22:59:59.999999Z") == nil)
        for moment in ["2023-11-28T23:00:00Z", "2023-11-29T07:00:00Z"] {
            #expect(try await log(moment) == refusal)
            #expect(try await log(moment, .manual) == refusal)
        }
        let standing = try await scene.database.participant(scene.bo, of: made.id)
        #expect(standing?.value == Amount(whole: metric == nil ? 2 : 7))
        #expect(try await ContestAudit(database: scene.database).problems() == [])
    }

    @Test(arguments: [Metric?.none, .steps])
    func `a participant behind the contest's zone has its whole days while it settles`(
        metric: Metric?
    ) async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(contestSettling: .seconds(3))))
        let made = try await byDays(
            scene,
            metric,
            in: "Pacific/Noumea",
            from: "2023-11-27",
            to: "2023-11-27"
        )
        try await live(scene, in: "America/New_York")
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        func log(_ moment: Instant? = nil) async -> Fault? {
            let call = AddEntry(
                contest: made.id,
                amount: Amount(whole: 1),
                occurredAt: moment,
                mediaIDs: [MediaID()]
            )
            return await scene.fault(call, as: scene.bo)
        }
        let (end, over) = (
            try #require(Instant(rfc3339: "2023-11-27T13:00:00Z")),
            try #require(Instant(rfc3339: "2023-11-28T05:00:00Z"))
        )
        #expect(made.endsAt == end)
        // Her 26th, in the contest.
        scene.clock.advance(by: over - .days(1) - .tick - scene.clock.now)
        try await scene.fireDue()
        #expect(await log() == refusal)
        scene.clock.advance(by: .tick)
        #expect(await log() == nil)
        scene.clock.advance(by: end + .seconds(6) - scene.clock.now)
        try await scene.fireDue()
        let settling = try await scene.contest(made.id)
        #expect(settling.state == .settling)
        #expect(settling.settlesAt == over)
        #expect(await log() == nil)
        scene.clock.advance(by: over - .tick - scene.clock.now)
        #expect(await log() == nil)
        // Her 28th, which has not come.
        #expect(await log(over) == refusal)
        // For Ana, in UTC, the 27th is over.
        let late = AddEntry(contest: made.id, amount: Amount(whole: 1))
        #expect(await scene.fault(late, as: scene.ana) == refusal)
        scene.clock.advance(by: .tick)
        try await scene.fireDue()
        #expect(try await scene.contest(made.id).state == .completed)
        #expect(await log(over - .tick) == ChallengesError.contestOver.fault)
        let standing = try await scene.database.participant(scene.bo, of: made.id)
        #expect(standing?.value == Amount(whole: metric == nil ? 1 : 3))
        #expect(try await ContestAudit(database: scene.database).problems() == [])
    }

    @Test func `a picture of a person's own day is of the contest`() async throws {
        let scene = Scene()
        let made = try await byDays(
            scene,
            .steps,
            in: "America/Los_Angeles",
            from: "2023-11-27",
            to: "2023-11-28"
        )
        try await live(scene, in: "Europe/Berlin")
        scene.clock.advance(
            by: try #require(Instant(rfc3339: "2023-11-29T07:30:00Z")) - scene.clock.now
        )
        try await scene.fireDue()
        let moments = ["2023-11-26T22:54:58Z", "2023-11-26T22:55:00Z", "2023-11-27T06:30:00Z"]
        let late = ["2023-11-28T22:59:59Z", "2023-11-28T23:00:00Z"]
        let pictures = try (moments + late).map { text in
            let picture = MediaID()
            scene.media.capture(picture, at: try #require(Instant(rfc3339: text)))
            return picture
        }
        let evening = Instant(rfc3339: "2023-11-28T22:00:00Z")
        let call = AddEntry(
            contest: made.id,
            amount: Amount(whole: 1),
            occurredAt: evening,
            mediaIDs: pictures
        )
        let entry = try await scene.ask(call, as: scene.bo)
        #expect(entry.photos.map(\.taken) == [.outside, .during, .during, .during, .outside])
        let added = AddPhotos(contest: made.id, mediaIDs: pictures)
        let items = try await scene.ask(added, as: scene.bo).items
        #expect(items.map(\.taken) == [.outside, .during, .during, .during, .outside])
    }

    @Test func `a day is its owner's, wherever the contest is, and stays when they travel`()
        async throws
    {
        let scene = Scene()
        // 22:13 in UTC.
        let now = scene.clock.now
        let contest = ContestRecord.ofEntries(owner: scene.ana, aggregation: .daysActive)
        let logged = try await LoggedContest.store(contest, in: scene)
        let person = FakeIdentity.card(scene.bo).person
        func live(_ zones: [ZoneChange], version: Int64) async throws {
            try await scene.tell(
                of: PersonCard(person: person, version: version, zones: zones, standing: .active)
            )
        }
        let tokyo = ZoneChange(since: now - .days(30), name: "Asia/Tokyo")
        try await live([tokyo], version: 2)
        let here = try await logged.log()
        let there = try await logged.log(by: scene.ana)
        #expect(here.localDay.daysSince1970 == there.localDay.daysSince1970 + 1)
        scene.clock.advance(by: .hours(30))
        let move = ZoneChange(since: now + .hours(20), name: "Pacific/Honolulu")
        try await live([tokyo, move], version: 3)
        // It was before the move.
        let before = try await logged.log(occurredAt: now + .hours(1))
        #expect(before.localDay == here.localDay)
        #expect(try await logged.entry(here.id, as: scene.bo)?.localDay == here.localDay)
        #expect(try await logged.standing().value == .of("1"))
    }

    @Test func `where a phone measures, a day outside the contest's own does not count`()
        async throws
    {
        let scene = Scene()
        // Midnight of 15 November 2023 in UTC, which is the day before in New York.
        let midnight = Instant(microseconds: 19_676 * 86_400_000_000)
        scene.clock.advance(by: midnight + .hours(1) - scene.clock.now)
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            unit: "steps",
            metric: .steps,
            startsAt: midnight,
            endsAt: midnight + .days(7)
        )
        let logged = try await LoggedContest.store(contest, in: scene)
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(scene.bo).person,
                version: 2,
                zones: [ZoneChange(since: midnight - .days(9), name: "America/New_York")],
                standing: .active
            )
        )
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        #expect(await scene.fault(logged.call("100"), as: scene.bo) == refusal)
        try await logged.log("100", by: scene.ana)
        scene.clock.advance(by: .hours(4))
        try await logged.log("100")
    }

    @Test(arguments: [true, false])
    func `where whole days with an entry are counted, those outside the contest's own do not`(
        wholeDays: Bool
    ) async throws {
        let scene = Scene()
        // Midnight of 15 November 2023 in Berlin: 18:00 of the 14th in New York, noon of the 15th
        // in Auckland.
        let start = try #require(Instant(rfc3339: "2023-11-14T23:00:00Z"))
        var contest = ContestRecord.ofEntries(
            owner: scene.ana,
            aggregation: .daysActive,
            timeZone: "Europe/Berlin",
            startsAt: start,
            endsAt: start + .days(7)
        )
        contest.life.wholeDays = wholeDays
        let logged = try await LoggedContest.store(contest, in: scene)
        for (user, zone) in [(scene.ana, "Pacific/Auckland"), (scene.bo, "America/New_York")] {
            try await scene.tell(
                of: PersonCard(
                    person: FakeIdentity.card(user).person,
                    version: 2,
                    zones: [ZoneChange(since: start - .days(9), name: zone)],
                    standing: .active
                )
            )
        }
        let refusal = Refusal(ChallengesError.occurredInvalid, at: "/occurredAt").fault
        let outside = wholeDays ? refusal : nil
        scene.clock.advance(by: start + .hours(6) - scene.clock.now)
        let evening = logged.call(occurredAt: start + .hours(6) - .tick)
        #expect(await scene.fault(evening, as: scene.bo) == outside)
        try await logged.log(occurredAt: start + .hours(6))
        try await logged.log(by: scene.ana, occurredAt: start)
        // Noon of the contest's last day.
        scene.clock.advance(by: .days(6) + .hours(6))
        let nextDay = start + .days(6) + .hours(12)
        #expect(await scene.fault(logged.call(occurredAt: nextDay), as: scene.ana) == outside)
        try await logged.log(by: scene.ana, occurredAt: nextDay - .tick)
        try await logged.log(occurredAt: nextDay)
        let values = try await [logged.standing(of: scene.bo), logged.standing(of: scene.ana)]
        let days = Amount.of(wholeDays ? "2" : "3")
        #expect(values.map(\.value) == [days, days])
    }

    // How many.

    @Test func `a participant logs up to the maximum in all and a day`() async throws {
        #expect(ContestRules().entriesRun == 1_000)
        #expect(ContestRules().entriesDay == 100)
        let scene = Scene(rules: Rules(contests: ContestRules(entriesRun: 4, entriesDay: 2)))
        let logged = try await LoggedContest.store(in: scene)
        let first = try await logged.log()
        try await logged.log()
        let call = logged.call(mediaIDs: [MediaID()])
        let dayFull = ChallengesError.entriesDayTooMany
        #expect(await scene.fault(call, as: scene.bo) == dayFull.fault)
        #expect(dayFull.kind == .conflict)
        #expect(scene.media.claimed.isEmpty)
        // What was deleted counts, and others have their own.
        _ = try await scene.ask(DeleteEntry(entry: first.id), as: scene.bo)
        #expect(await scene.fault(logged.call(), as: scene.bo) == dayFull.fault)
        try await logged.log(by: scene.ana)
        scene.clock.advance(by: .days(1))
        #expect(
            await scene.fault(
                logged.call(occurredAt: first.occurredAt),
                as: scene.bo
            ) == dayFull.fault
        )
        try await logged.log()
        try await logged.log()
        scene.clock.advance(by: .days(1))
        let full = ChallengesError.entriesTooMany
        #expect(await scene.fault(call, as: scene.bo) == full.fault)
        #expect(full.kind == .conflict)
        #expect(scene.media.claimed.isEmpty)
        // Another contest has a count of its own.
        let other = try await LoggedContest.store(in: scene)
        try await other.log()
    }

    @Test func `concurrent entries do not pass the limit`() async throws {
        let scene = Scene(rules: Rules(contests: ContestRules(entriesRun: 3)))
        let logged = try await LoggedContest.store(in: scene)
        let faults = await scene.faults(
            Array(repeating: (scene.bo, logged.call()), count: 12)
        )
        #expect(faults.count == 9)
        #expect(Set(faults.map(\.code)) == ["challenges.entries_too_many"])
        #expect(try await logged.standing().entries == 3)
    }

    // Ids and keys.

    @Test func `a repeated entry is found, and another one under its id is refused`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        scene.clock.advance(by: .hours(1))
        let pictures = [MediaID(), MediaID()]
        let call = logged.call(
            "2",
            id: EntryID(),
            occurredAt: scene.clock.now - .minutes(5),
            source: .device,
            device: "Scale",
            note: "Caf\u{E9}",
            mediaIDs: pictures,
            audience: .public
        )
        let first = try await scene.ask(call, as: scene.bo)
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.bo) == first)
        let changes: [(inout AddEntry) -> Void] = [
            { $0.amount = .of("3") }, { $0.occurredAt = first.occurredAt + .tick },
            { $0.device = nil }, { $0.device = "scale" },
            {
                $0.source = nil
                $0.device = nil
            },
            { $0.note = nil }, { $0.note = "Cafe\u{301}" },
            { $0.mediaIDs = pictures.reversed() }, { $0.mediaIDs = nil }, { $0.audience = nil },
        ]
        let taken = ChallengesError.idTaken.fault
        for change in changes {
            var other = call
            change(&other)
            #expect(await scene.fault(other, as: scene.bo) == taken, "\(other)")
        }
        #expect(await scene.fault(call, as: scene.ana) == taken)
        let elsewhere = try await LoggedContest.store(in: scene)
        var other = call
        other.contest = elsewhere.id
        #expect(await scene.fault(other, as: scene.bo) == taken)
        #expect(try await logged.standing().entries == 1)
        #expect(scene.media.claimed.map(\.user) == [scene.bo, scene.ana])
        _ = try await scene.ask(DeleteEntry(entry: first.id), as: scene.bo)
        #expect(await scene.fault(call, as: scene.bo) == taken)
    }

    @Test func `a repetition that names no time finds what was logged when it was asked`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let call = logged.call(id: EntryID())
        let first = try await logged.scene.ask(call, as: logged.scene.bo)
        logged.scene.clock.advance(by: .minutes(1))
        #expect(try await logged.scene.ask(call, as: logged.scene.bo) == first)
        #expect(try await logged.standing().entries == 1)
    }

    @Test func `a repeated key gets the same answer, and logs nothing`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let call = logged.call(mediaIDs: [MediaID()])
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(scene.media.claimed.count == 1)
        #expect(try await logged.standing().entries == 1)
    }

    @Test func `of concurrent calls with one id all get the one entry`() async throws {
        let logged = try await LoggedContest.store()
        let call = logged.call(id: EntryID())
        let made = try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { try await logged.scene.ask(call, as: logged.scene.bo) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(made).count == 1)
        #expect(try await logged.standing().entries == 1)
    }

    // What it amounts to.

    @Test func `a hundred concurrent entries of one person are all counted`() async throws {
        try await Replicas.with { replicas in
            let logged = try await LoggedContest.store(in: replicas.scene)
            let scene = logged.scene
            let calls = (1...100).map { number in (scene.bo, logged.call("\(number).25")) }
            #expect(await replicas.faults(calls) == [])
            let standing = try await logged.standing()
            #expect(standing.value == .of("5075"))
            #expect(standing.score == .of("5075"))
            #expect(standing.entries == 100)
            // Scoring is told each step, the last one last.
            let told = try await scene.emitted(ScoresChanged.self).flatMap(\.players)
            #expect(told.map(\.version) == told.map(\.version).sorted())
            #expect(Set(told.map(\.version)).count == 100)
            #expect(told.map(\.entries) == Array(1...100))
            #expect(told.last?.value == .of("5075"))
            #expect(told.last?.version == standing.version)
        }
    }

    @Test func `reaching the goal completes it once`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, goal: .of("5"))
        let logged = try await LoggedContest.store(contest, in: scene)
        try await logged.log("4.999999")
        #expect(try await logged.standing().completedAt == nil)
        scene.clock.advance(by: .minutes(1))
        let done = scene.clock.now
        try await logged.log("0.000001")
        #expect(try await logged.standing().completedAt == done)
        #expect(try await logged.told()?.completedAt == done)
        scene.clock.advance(by: .minutes(1))
        try await logged.log("9")
        #expect(try await logged.standing().completedAt == done)
    }

    @Test func `with percentages the own target counts`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, score: .percent)
        let logged = try await LoggedContest.store(contest, in: scene, target: .of("3"))
        try await logged.log("1")
        #expect(try await logged.told()?.score == .of("33.333333"))
        #expect(try await logged.told()?.value == .of("1"))
        try await logged.log("7")
        #expect(try await logged.told()?.score == .of("100"))
        #expect(try await logged.told()?.completedAt == scene.clock.now)
    }

    @Test func `where nothing is counted each entry is one`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, kind: .open, unit: nil)
        let logged = try await LoggedContest.store(contest, in: scene)
        let made = try await logged.log(nil)
        #expect(made.amount == nil)
        #expect(made.unit == nil)
        try await logged.log(nil)
        #expect(try await logged.standing().value == .of("2"))
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        #expect(await scene.fault(logged.call("1"), as: scene.bo) == refusal)
    }
}
