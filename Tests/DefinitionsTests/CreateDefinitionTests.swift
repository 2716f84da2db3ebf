import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import People
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Definitions

/// New definitions (2.1-definition, CH-03, SF-04, SF-25).
@Suite(.freshDatabase(Challenges.migrations))
struct CreateDefinitionTests {
    private func whole(_ id: DefinitionID = DefinitionID(), pictures: [MediaID]) -> CreateDefinition
    {
        CreateDefinition(
            id: id,
            name: "Plank",
            caption: "On your elbows",
            description: "Keep your back straight.\nBreathe.",
            category: "strength",
            unit: "breaths",
            target: Amount(millionths: 40_000_000),
            targetSeconds: 120,
            wholeNumbers: true,
            timer: .countdown,
            proof: .required,
            visibility: .friends,
            mediaIDs: pictures
        )
    }

    @Test func `a definition is kept as given, and its author is named`() async throws {
        let scene = Scene()
        let pictures = (0..<10).map { _ in MediaID() }.shuffled()
        let call = whole(pictures: pictures)
        let made = try await scene.ask(call, as: scene.ana)
        #expect(made.id == call.id)
        #expect(made.author == FakeIdentity.card(scene.ana).person)
        #expect(made.preset == nil)
        #expect(made.name == call.name)
        #expect(made.caption == call.caption)
        #expect(made.description == call.description)
        #expect(made.category == "strength")
        #expect(made.unit == "breaths")
        #expect(made.target == call.target)
        #expect(made.targetSeconds == 120)
        #expect(made.wholeNumbers)
        #expect(made.metric == nil)
        #expect(made.timer == .countdown)
        #expect(made.proof == .required)
        #expect(made.visibility == .friends)
        #expect(made.photos.map(\.id) == pictures)
        #expect(made.photos.first?.url == MediaReference(pictures[0]))
        #expect(made.photos.first?.contentType == "image/png")
        #expect([made.likeCount, made.userCount] == [0, 0])
        #expect([made.likedByMe, made.wishedByMe] == [false, false])
        #expect(made.difficulty == nil)
        #expect(made.myRating == nil)
        #expect(made.createdAt == scene.clock.now)
        #expect(made.changedAt == scene.clock.now)
        #expect(made.version == 1)
        #expect(try await scene.definition(made.id, as: scene.ana) == made)
        #expect(scene.media.claimed.map(\.cause) == ["definition:\(made.id)"])
        #expect(scene.media.claimed.first?.user == scene.ana)
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [pictures])
        #expect(used.map(\.cause) == ["definition:\(made.id)"])
    }

    @Test func `absent fields have their defaults`() async throws {
        let scene = Scene()
        let made = try await scene.post("Sing")
        #expect(made.caption.isEmpty)
        #expect(made.description.isEmpty)
        #expect(made.category == nil)
        #expect(made.unit == nil)
        #expect(made.target == nil)
        #expect(made.targetSeconds == nil)
        #expect(!made.wholeNumbers)
        #expect(made.timer == TimerMode.none)
        #expect(made.proof == .optional)
        #expect(made.visibility == .private)
        #expect(made.photos.isEmpty)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.emitted(MediaUsed.self).isEmpty)
        let workout = try await scene.post("Row", category: "endurance")
        #expect(workout.timer == .stopwatch)
        #expect(workout.visibility == .public)
        #expect(workout.proof == .optional)
    }

    @Test func `a definition may say otherwise than its default`() async throws {
        let scene = Scene()
        let workout = CreateDefinition(
            name: "Row",
            category: "endurance",
            timer: TimerMode.none,
            visibility: .private
        )
        let made = try await scene.ask(workout, as: scene.ana)
        #expect(made.timer == TimerMode.none)
        #expect(made.visibility == .private)
        let empty = CreateDefinition(name: "Sing", category: "", unit: "")
        #expect(try await scene.ask(empty, as: scene.ana).visibility == .private)
    }

    @Test func `all problems are reported at once`() async throws {
        let scene = Scene()
        let picture = MediaID()
        let call = CreateDefinition(
            name: "",
            caption: "one\ntwo",
            description: "\0",
            category: "swimming",
            unit: "\n",
            target: Amount(millionths: 0),
            targetSeconds: 0,
            metric: .unknown,
            timer: .unknown,
            proof: .unknown,
            visibility: .unknown,
            mediaIDs: [picture, picture]
        )
        let fault = await scene.fault(call, as: scene.ana)
        #expect(fault?.kind == .invalid)
        #expect(
            fault?.said == [
                "/name challenges.name_invalid", "/caption challenges.caption_invalid",
                "/description challenges.description_invalid", "/unit challenges.unit_invalid",
                "/target challenges.target_invalid",
                "/targetSeconds challenges.target_seconds_invalid",
                "/metric challenges.metric_unknown", "/timer challenges.timer_unknown",
                "/proof challenges.proof_unknown", "/visibility challenges.visibility_unknown",
                "/category challenges.category_unknown", "/mediaIDs/1 challenges.media_repeated",
            ]
        )
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.names(ListDefinitions(of: .mine), as: scene.ana) == [])
    }

    @Test func `an unknown category is refused`() async {
        let scene = Scene()
        for category in [
            "swimming", "Endurance", " endurance", "\0", String(repeating: "x", count: 41),
        ] {
            let call = CreateDefinition(name: "Swim", category: category)
            let refusal = Refusal(ChallengesError.categoryUnknown, at: "/category").fault
            #expect(await scene.fault(call, as: scene.ana) == refusal)
        }
    }

    @Test func `a metric has its own unit`() async throws {
        let scene = Scene()
        for (metric, unit) in [
            (Metric.steps, "steps"), (.distance, "m"), (.energy, "kcal"), (.exercise, "s"),
        ] {
            let made = try await scene.ask(
                CreateDefinition(name: "Move", metric: metric),
                as: scene.ana
            )
            #expect(made.unit == unit)
            let same = CreateDefinition(name: "Move", unit: unit, metric: metric)
            #expect(try await scene.ask(same, as: scene.ana).unit == unit)
            let other = CreateDefinition(name: "Move", unit: "km", metric: metric)
            let refusal = Refusal(ChallengesError.metricUnit, at: "/unit").fault
            #expect(await scene.fault(other, as: scene.ana) == refusal)
        }
    }

    @Test func `a countdown needs a target time, or a target in a unit of time`() async throws {
        let scene = Scene()
        let refusal = Refusal(ChallengesError.timerNeedsTime, at: "/timer").fault
        var call = CreateDefinition(name: "Meditate", timer: .countdown)
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        call.unit = "minutes"
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        call.target = Amount(millionths: 10_000_000)
        #expect(try await scene.ask(call, as: scene.ana).timer == .countdown)
        call.unit = "breaths"
        #expect(await scene.fault(call, as: scene.ana) == refusal)
        call.targetSeconds = 600
        #expect(try await scene.ask(call, as: scene.ana).timer == .countdown)
        _ = try await scene.operate(
            PutUnit(unit: "breaths", cap: #require(Amount("100")), seconds: 4)
        )
        call.targetSeconds = nil
        #expect(try await scene.ask(call, as: scene.ana).timer == .countdown)
    }

    @Test func `an 11th picture, one twice and a missing one are refused at their fields`()
        async throws
    {
        let scene = Scene()
        let pictures = (0..<11).map { _ in MediaID() }
        let many = CreateDefinition(name: "Plank", mediaIDs: pictures)
        let tooMany = Refusal(ChallengesError.mediaTooMany, at: "/mediaIDs").fault
        #expect(await scene.fault(many, as: scene.ana) == tooMany)
        scene.media.lose(pictures[2])
        let missing = CreateDefinition(name: "Plank", mediaIDs: Array(pictures.prefix(4)))
        let notFound = Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/2").fault
        #expect(await scene.fault(missing, as: scene.ana) == notFound)
        #expect(try await scene.names(ListDefinitions(of: .mine), as: scene.ana) == [])
    }

    // Ids and keys.

    @Test func `a repeated definition is found, and another one under its id is refused`()
        async throws
    {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let call = whole(pictures: pictures)
        let first = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.ana) == first)
        let changes: [(inout CreateDefinition) -> Void] = [
            { $0.name = "Planke" }, { $0.caption = nil }, { $0.description = "Breathe." },
            { $0.category = "endurance" }, { $0.unit = nil },
            { $0.target = Amount(millionths: 41_000_000) }, { $0.targetSeconds = 121 },
            { $0.wholeNumbers = nil }, { $0.timer = .clock }, { $0.proof = nil },
            { $0.visibility = nil }, { $0.mediaIDs = pictures.reversed() }, { $0.mediaIDs = nil },
        ]
        for change in changes {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.ana)
            #expect(fault == ChallengesError.idTaken.fault, "\(other)")
        }
        #expect(await scene.fault(call, as: scene.bo) == ChallengesError.idTaken.fault)
        #expect(try await scene.definition(first.id, as: scene.ana) == first)
        _ = try await scene.ask(DeleteDefinition(definition: first.id), as: scene.ana)
        #expect(await scene.fault(call, as: scene.ana) == ChallengesError.idTaken.fault)
    }

    @Test func `texts are compared byte by byte`() async throws {
        let scene = Scene()
        let call = CreateDefinition(id: DefinitionID(), name: "Caf\u{E9}")
        _ = try await scene.ask(call, as: scene.ana)
        var other = call
        other.name = "Cafe\u{301}"
        #expect(await scene.fault(other, as: scene.ana) == ChallengesError.idTaken.fault)
    }

    @Test func `a repeated key gets the same answer, and makes nothing`() async throws {
        let scene = Scene()
        let call = CreateDefinition(name: "Plank", mediaIDs: [MediaID()])
        let first = try await scene.ask(call, as: scene.ana, key: "k")
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.ana, key: "k") == first)
        #expect(scene.media.claimed.count == 1)
        #expect(try await scene.names(ListDefinitions(of: .mine), as: scene.ana) == ["Plank"])
    }

    // How many.

    @Test func `an author can have only the maximum number of definitions`() async throws {
        let scene = Scene(rules: Rules(definitions: DefinitionRules(definitionsMax: 2)))
        let first = try await scene.post("One")
        try await scene.post("Two")
        let call = CreateDefinition(name: "Three")
        #expect(await scene.fault(call, as: scene.ana) == ChallengesError.definitionsTooMany.fault)
        #expect(ChallengesError.definitionsTooMany.kind == .conflict)
        try await scene.post("One", by: scene.bo)
        _ = try await scene.ask(DeleteDefinition(definition: first.id), as: scene.ana)
        try await scene.post("Three")
        #expect(await scene.fault(call, as: scene.ana) == ChallengesError.definitionsTooMany.fault)
        #expect(try await scene.names(ListDefinitions(of: .mine), as: scene.ana).count == 2)
        #expect(DefinitionRules().definitionsMax == 1_000)
    }

    @Test func `an author at the limit is refused before pictures are claimed`() async throws {
        let scene = Scene(rules: Rules(definitions: DefinitionRules(definitionsMax: 1)))
        let first = try await scene.post("One")
        let pictures = [MediaID()]
        let call = CreateDefinition(id: DefinitionID(), name: "Two", mediaIDs: pictures)
        #expect(await scene.fault(call, as: scene.ana) == ChallengesError.definitionsTooMany.fault)
        #expect(scene.media.claimed.isEmpty)
        _ = try await scene.ask(DeleteDefinition(definition: first.id), as: scene.ana)
        let made = try await scene.ask(call, as: scene.ana)
        #expect(made.photos.map(\.id) == pictures)
        #expect(scene.media.claimed.count == 1)
        #expect(try await scene.ask(call, as: scene.ana) == made)
    }

    @Test func `concurrent definitions do not pass the limit`() async throws {
        let scene = Scene(rules: Rules(definitions: DefinitionRules(definitionsMax: 3)))
        let faults = await withTaskGroup { group in
            for index in 0..<12 {
                group.addTask {
                    await scene.fault(CreateDefinition(name: "\(index)"), as: scene.ana)
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 3)
        let codes = Set(faults.compactMap { $0?.code })
        #expect(codes == ["challenges.definitions_too_many"])
        #expect(try await scene.names(ListDefinitions(of: .mine), as: scene.ana).count == 3)
    }

    // The author.

    @Test func `an author without a stored card is fetched, and others are not`() async throws {
        let scene = Scene()
        #expect(try await scene.database.people([scene.ana]).isEmpty)
        try await scene.post(visibility: .public)
        #expect(try await scene.database.people([scene.ana]).count == 1)
        // The copy is newer than what identityd would say.
        try await scene.tell(of: FakeIdentity.card(scene.ana, called: "ana", version: 2))
        #expect(try await scene.post("Row").author?.username == "ana")
    }

    @Test func `an author without an account is told to sign in`() async throws {
        let scene = Scene()
        scene.identity.set(.unknown, of: scene.ana)
        let call = CreateDefinition(name: "Plank", mediaIDs: [MediaID()])
        #expect(await scene.fault(call, as: scene.ana) == WireError.signInNeeded.fault)
        #expect(scene.media.claimed.isEmpty)
    }
}
