import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Changes of a definition (2.1-definition).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeDefinitionTests {
    private func whole(_ scene: Scene, pictures: [MediaID] = []) async throws -> Definition {
        let call = CreateDefinition(
            name: "Plank",
            caption: "On your elbows",
            description: "Keep your back straight.",
            category: "strength",
            unit: "breaths",
            target: Amount(millionths: 40_000_000),
            targetSeconds: 120,
            mediaIDs: pictures
        )
        let made = try await scene.ask(call, as: scene.ana)
        scene.clock.advance(by: .minutes(1))
        return made
    }

    @Test func `a new name is told, with its version`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        for _ in 0..<2 {
            let call = ChangeDefinition(definition: made.id, name: "Planke")
            let changed = try await scene.ask(call, as: scene.ana)
            #expect(changed.version == made.version + 1)
        }
        _ = try await scene.ask(
            ChangeDefinition(definition: made.id, caption: "Still"),
            as: scene.ana
        )
        let told = try await scene.emitted(SubjectRenamed.self)
        #expect(told.map(\.subject) == [Notice.Subject(made.id)])
        #expect(told.map(\.name) == ["Planke"])
        #expect(told.map(\.version) == [made.version + 1])
    }

    @Test func `what is absent stays, and the rest is changed`() async throws {
        let scene = Scene()
        let made = try await whole(scene, pictures: [MediaID()])
        let id = made.id
        let seventh = try #require(Amount("7.5"))
        let changes: [(ChangeDefinition, (Definition) -> Bool)] = [
            (ChangeDefinition(definition: id, name: "Planke"), { $0.name == "Planke" }),
            (ChangeDefinition(definition: id, caption: "Still"), { $0.caption == "Still" }),
            (ChangeDefinition(definition: id, description: "Up."), { $0.description == "Up." }),
            (
                ChangeDefinition(definition: id, category: "endurance"),
                { $0.category == "endurance" }
            ),
            (ChangeDefinition(definition: id, unit: "sighs"), { $0.unit == "sighs" }),
            (ChangeDefinition(definition: id, target: seventh), { $0.target == seventh }),
            (ChangeDefinition(definition: id, targetSeconds: 1), { $0.targetSeconds == 1 }),
            (ChangeDefinition(definition: id, timer: .countdown), { $0.timer == .countdown }),
            (ChangeDefinition(definition: id, proof: .required), { $0.proof == .required }),
            (ChangeDefinition(definition: id, visibility: .friends), { $0.visibility == .friends }),
            (ChangeDefinition(definition: id, metric: .steps), { $0.metric == .steps }),
        ]
        var before = made
        for (change, isMade) in changes {
            #expect(!isMade(before), "\(change)")
            let after = try await scene.ask(change, as: scene.ana)
            #expect(isMade(after), "\(change)")
            #expect(after.version == before.version + 1)
            #expect(after.changedAt == scene.clock.now)
            #expect(after.createdAt == made.createdAt)
            #expect(after.photos == made.photos)
            #expect(try await scene.definition(id, as: scene.ana) == after)
            scene.clock.advance(by: .minutes(1))
            before = after
        }
        #expect(before.unit == "steps")
        let last = ChangeDefinition(
            definition: id,
            target: Amount("8"),
            wholeNumbers: true,
            ifVersion: before.version
        )
        let after = try await scene.ask(last, as: scene.ana)
        #expect(after.wholeNumbers)
        #expect(after.name == "Planke")
        #expect(after.timer == .countdown)
    }

    @Test func `an empty text removes what may be absent`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        let change = ChangeDefinition(
            definition: made.id,
            caption: "",
            description: "",
            category: "",
            unit: ""
        )
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.caption.isEmpty)
        #expect(after.description.isEmpty)
        #expect(after.category == nil)
        #expect(after.unit == nil)
        #expect(after.target == made.target)
        // It was public as a workout, and stays so.
        #expect(after.visibility == .public)
        #expect(after.timer == .stopwatch)
        let nameless = ChangeDefinition(definition: made.id, name: "")
        let refusal = Refusal(ChallengesError.nameInvalid, at: "/name").fault
        #expect(await scene.fault(nameless, as: scene.ana) == refusal)
    }

    @Test func `what is so already changes nothing`() async throws {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let made = try await whole(scene, pictures: pictures)
        for change in [
            ChangeDefinition(definition: made.id),
            ChangeDefinition(definition: made.id, name: "Plank", targetSeconds: 120),
            ChangeDefinition(definition: made.id, mediaIDs: pictures),
            ChangeDefinition(definition: made.id, ifVersion: 1),
        ] {
            #expect(try await scene.ask(change, as: scene.ana) == made)
        }
        #expect(try await scene.emitted(MediaUsed.self).count == 1)
        #expect(try await scene.emitted(MediaReleased.self).isEmpty)
        // Bytes count: this is another text.
        let accent = ChangeDefinition(definition: made.id, name: "Caf\u{E9}")
        #expect(try await scene.ask(accent, as: scene.ana).version == 2)
        let other = ChangeDefinition(definition: made.id, name: "Cafe\u{301}")
        #expect(try await scene.ask(other, as: scene.ana).version == 3)
    }

    @Test func `a wrong value is refused at its field, and nothing changes`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateDefinition(id: Self.id, name: "Plank"),
            as: scene.ana
        )
        for (call, pointer, error) in [
            (ChangeDefinition(definition: Self.id, name: " "), "/name", .nameInvalid),
            (ChangeDefinition(definition: Self.id, caption: "a\nb"), "/caption", .captionInvalid),
            (
                ChangeDefinition(definition: Self.id, description: "\0"), "/description",
                .descriptionInvalid
            ),
            (
                ChangeDefinition(definition: Self.id, category: "swimming"), "/category",
                .categoryUnknown
            ),
            (ChangeDefinition(definition: Self.id, unit: " "), "/unit", .unitInvalid),
            (
                ChangeDefinition(definition: Self.id, target: Amount(millionths: -1)), "/target",
                .targetInvalid
            ),
            (
                ChangeDefinition(definition: Self.id, targetSeconds: 0), "/targetSeconds",
                .targetSecondsInvalid
            ),
            (
                ChangeDefinition(
                    definition: Self.id,
                    target: Amount(millionths: 1_500_000),
                    wholeNumbers: true
                ), "/target", .targetNotWhole
            ),
            (
                ChangeDefinition(definition: Self.id, unit: "km", metric: .steps), "/unit",
                .metricUnit
            ),
            (
                ChangeDefinition(definition: Self.id, unit: "", metric: .steps), "/unit",
                .metricUnit
            ),
            (ChangeDefinition(definition: Self.id, metric: .unknown), "/metric", .metricUnknown),
            (ChangeDefinition(definition: Self.id, timer: .unknown), "/timer", .timerUnknown),
            (ChangeDefinition(definition: Self.id, timer: .countdown), "/timer", .timerNeedsTime),
            (ChangeDefinition(definition: Self.id, proof: .unknown), "/proof", .proofUnknown),
            (
                ChangeDefinition(definition: Self.id, visibility: .unknown), "/visibility",
                .visibilityUnknown
            ),
            (
                ChangeDefinition(definition: Self.id, mediaIDs: (0..<11).map { _ in MediaID() }),
                "/mediaIDs", .mediaTooMany
            ),
        ] as [(ChangeDefinition, String, ChallengesError)] {
            #expect(await scene.fault(call, as: scene.ana) == Refusal(error, at: pointer).fault)
            #expect(try await scene.definition(made.id, as: scene.ana) == made)
        }
    }

    private static let id = DefinitionID()

    @Test func `what was there before is checked too`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateDefinition(name: "Meditate", unit: "minutes", target: Amount("7.5")),
            as: scene.ana
        )
        let whole = ChangeDefinition(definition: made.id, wholeNumbers: true)
        let notWhole = Refusal(ChallengesError.targetNotWhole, at: "/wholeNumbers").fault
        #expect(await scene.fault(whole, as: scene.ana) == notWhole)
        let countdown = ChangeDefinition(definition: made.id, timer: .countdown)
        _ = try await scene.ask(countdown, as: scene.ana)
        let unit = ChangeDefinition(definition: made.id, unit: "breaths")
        let breaths = Refusal(ChallengesError.timerNeedsTime, at: "/unit").fault
        #expect(await scene.fault(unit, as: scene.ana) == breaths)
        let steps = ChangeDefinition(definition: made.id, metric: .steps)
        let walked = Refusal(ChallengesError.timerNeedsTime, at: "/metric").fault
        #expect(await scene.fault(steps, as: scene.ana) == walked)
        let clock = ChangeDefinition(definition: made.id, metric: .steps, timer: .clock)
        #expect(try await scene.ask(clock, as: scene.ana).unit == "steps")
        let other = ChangeDefinition(definition: made.id, unit: "km")
        let metric = Refusal(ChallengesError.metricUnit, at: "/unit").fault
        #expect(await scene.fault(other, as: scene.ana) == metric)
    }

    // Pictures.

    @Test func `pictures are replaced, in their order; mediad hears of what came and what went`()
        async throws
    {
        let scene = Scene()
        let (one, two, three) = (MediaID(), MediaID(), MediaID())
        let made = try await whole(scene, pictures: [one, two])
        let change = ChangeDefinition(definition: made.id, mediaIDs: [three, two])
        let after = try await scene.ask(change, as: scene.ana)
        #expect(after.photos.map(\.id) == [three, two])
        #expect(after.version == 2)
        #expect(after.name == made.name)
        let cause = "definition:\(made.id)"
        #expect(scene.media.claimed.map(\.cause) == [cause, cause])
        #expect(try await scene.emitted(MediaUsed.self).map(\.media) == [[one, two], [three]])
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.media) == [[one]])
        #expect(released.map(\.cause) == [cause])
        let turned = ChangeDefinition(definition: made.id, mediaIDs: [two, three])
        #expect(try await scene.ask(turned, as: scene.ana).photos.map(\.id) == [two, three])
        let none = ChangeDefinition(definition: made.id, mediaIDs: [])
        #expect(try await scene.ask(none, as: scene.ana).photos.isEmpty)
        #expect(
            try await scene.emitted(MediaReleased.self).map(\.media) == [[one], [two, three]]
        )
        #expect(try await scene.emitted(MediaUsed.self).count == 2)
    }

    @Test func `a missing picture, or another user's, is refused at its field`()
        async throws
    {
        let scene = Scene()
        let picture = MediaID()
        let made = try await whole(scene, pictures: [picture])
        let lost = MediaID()
        scene.media.lose(lost)
        let change = ChangeDefinition(
            definition: made.id,
            name: "Planke",
            mediaIDs: [picture, lost]
        )
        let refusal = Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/1").fault
        #expect(await scene.fault(change, as: scene.ana) == refusal)
        #expect(try await scene.definition(made.id, as: scene.ana) == made)
        let twice = ChangeDefinition(definition: made.id, mediaIDs: [picture, picture])
        let repeated = Refusal(ChallengesError.mediaRepeated, at: "/mediaIDs/1").fault
        #expect(await scene.fault(twice, as: scene.ana) == repeated)
    }

    // Whose, and which version.

    @Test func `only the author changes it, and to others it does not exist`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        let change = ChangeDefinition(definition: made.id, name: "Mine", mediaIDs: [MediaID()])
        let refusal = ChallengesError.definitionNotFound.fault
        #expect(await scene.fault(change, as: scene.bo) == refusal)
        let unknown = ChangeDefinition(definition: DefinitionID(), name: "Mine")
        #expect(await scene.fault(unknown, as: scene.ana) == refusal)
        let presets = try await scene.ask(ListDefinitions(of: .preset), as: scene.ana).items
        let preset = ChangeDefinition(definition: presets[0].id, name: "Mine")
        #expect(await scene.fault(preset, as: scene.ana) == refusal)
        #expect(scene.media.claimed.isEmpty)
        _ = try await scene.ask(DeleteDefinition(definition: made.id), as: scene.ana)
        #expect(await scene.fault(change, as: scene.ana) == refusal)
    }

    @Test func `another version is refused with the definition`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        let first = ChangeDefinition(definition: made.id, name: "One", ifVersion: 1)
        let after = try await scene.ask(first, as: scene.ana)
        for version: Int64 in [0, 1, 3] {
            let change = ChangeDefinition(
                definition: made.id,
                name: "Two",
                mediaIDs: [MediaID()],
                ifVersion: version
            )
            let fault = await scene.fault(change, as: scene.ana)
            #expect(fault?.code == "challenges.version_stale")
            #expect(fault?.kind == .stale)
            #expect(fault?.definition == after)
        }
        #expect(scene.media.claimed.isEmpty)
        let second = ChangeDefinition(definition: made.id, name: "Two", ifVersion: 2)
        #expect(try await scene.ask(second, as: scene.ana).version == 3)
    }

    @Test func `of concurrent changes of one version one wins`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        let faults = await withTaskGroup { group in
            for index in 0..<10 {
                let change = ChangeDefinition(
                    definition: made.id,
                    name: "\(index)",
                    mediaIDs: [MediaID()],
                    ifVersion: 1
                )
                group.addTask { await scene.fault(change, as: scene.ana) }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.compactMap { $0 }.allSatisfy { $0.kind == .stale })
        let after = try #require(try await scene.definition(made.id, as: scene.ana))
        #expect(after.version == 2)
        #expect(after.photos.count == 1)
    }

    @Test func `a repeated key gets the same answer, whatever happened since`() async throws {
        let scene = Scene()
        let made = try await whole(scene)
        let change = ChangeDefinition(
            definition: made.id,
            name: "One",
            mediaIDs: [MediaID()],
            ifVersion: 1
        )
        let first = try await scene.ask(change, as: scene.ana, key: "k")
        let next = ChangeDefinition(definition: made.id, name: "Two")
        _ = try await scene.ask(next, as: scene.ana)
        #expect(try await scene.ask(change, as: scene.ana, key: "k") == first)
        #expect(try await scene.definition(made.id, as: scene.ana)?.name == "Two")
        _ = try await scene.ask(DeleteDefinition(definition: made.id), as: scene.ana)
        #expect(try await scene.ask(change, as: scene.ana, key: "k") == first)
        #expect(scene.media.claimed.count == 1)
    }
}
