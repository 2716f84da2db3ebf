import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// The operator's presets (CH-02, CH-04, 2.4-presets).
@Suite(.freshDatabase(Challenges.migrations))
struct PutPresetTests {
    private func preset(
        _ name: String,
        _ scene: Scene,
        languages: String? = nil
    ) async throws -> Definition? {
        let call = ListDefinitions(of: .preset, limit: 100, languages: languages)
        return try await scene.ask(call, as: scene.ana).items.first { $0.preset == name }
    }

    @Test func `a new preset is shown in each language, with what counts`() async throws {
        let scene = Scene()
        let call = PutPreset(
            preset: "run-10-km",
            texts: [
                .init(locale: "de", name: "10 km laufen", description: "Zehn Kilometer."),
                .init(locale: "en", name: "Run 10 km", description: "Ten kilometres."),
            ],
            category: "endurance",
            target: Amount("10000"),
            targetSeconds: 3_600,
            wholeNumbers: true,
            metric: .distance,
            timer: .countdown,
            proof: .required
        )
        let reply = try await scene.operate(call)
        #expect(reply.version == 1)
        let english = try #require(try await preset("run-10-km", scene))
        #expect(english.id == reply.definition)
        #expect(english.author == nil)
        #expect(english.name == "Run 10 km")
        #expect(english.description == "Ten kilometres.")
        #expect(english.category == "endurance")
        #expect(english.unit == "m")
        #expect(english.target == Amount("10000"))
        #expect(english.targetSeconds == 3_600)
        #expect(english.wholeNumbers)
        #expect(english.timer == .countdown)
        #expect(english.proof == .required)
        #expect(english.visibility == .public)
        #expect(english.createdAt == scene.clock.now)
        let german = try #require(try await preset("run-10-km", scene, languages: "de"))
        #expect(german.name == "10 km laufen")
        #expect(german.description == "Zehn Kilometer.")
        #expect(german.id == english.id)
        for q in ["zehn", "ten"] {
            #expect(
                try await scene.names(ListDefinitions(of: .preset, q: q), as: scene.bo)
                    .contains("Run 10 km")
            )
        }
        let used = try await scene.names(ListDefinitions(of: .preset, sort: .used), as: scene.bo)
        #expect(used.count == 4)
    }

    @Test func `a preset is replaced, all of it, and raises its version`() async throws {
        let scene = Scene()
        let before = try #require(try await preset("run-5-km", scene))
        scene.clock.advance(by: .minutes(1))
        let call = PutPreset(preset: "run-5-km", texts: [.init(locale: "en", name: "Jog")])
        let reply = try await scene.operate(call)
        #expect(reply == PutPreset.Reply(definition: before.id, version: 2))
        for languages in ["en", "de"] {
            let after = try #require(try await preset("run-5-km", scene, languages: languages))
            #expect(after.name == "Jog")
            #expect(after.description.isEmpty)
            #expect(after.metric == nil)
            #expect(after.unit == nil)
            #expect(after.target == nil)
            #expect(after.timer == TimerMode.none)
            #expect(after.version == 2)
            #expect(after.createdAt == before.createdAt)
            #expect(after.changedAt == scene.clock.now)
        }
        let gone = ListDefinitions(of: .preset, q: "kilometer")
        #expect(try await scene.names(gone, as: scene.ana) == [])
        #expect(try await scene.names(ListDefinitions(of: .preset), as: scene.ana).count == 3)
    }

    @Test func `concurrent puts make one preset`() async throws {
        let scene = Scene()
        let call = PutPreset(
            preset: "run-10-km",
            texts: [
                .init(locale: "en", name: "Run 10 km"), .init(locale: "de", name: "10 km laufen"),
            ]
        )
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<10 { group.addTask { try await scene.operate(call) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies.map(\.definition)).count == 1)
        #expect(replies.map(\.version).sorted() == Array(1...10))
        #expect(try await preset("run-10-km", scene, languages: "de")?.name == "10 km laufen")
    }

    private static let english = [PutPreset.Text(locale: "en", name: "Run")]

    @Test func `what is wrong is reported at its field, and nothing is stored`() async throws {
        let (scene, english) = (Scene(), Self.english)
        for (call, said) in [
            (PutPreset(preset: "", texts: english), ["/preset challenges.preset_invalid"]),
            (PutPreset(preset: "Run", texts: english), ["/preset challenges.preset_invalid"]),
            (
                PutPreset(preset: String(repeating: "x", count: 41), texts: english),
                ["/preset challenges.preset_invalid"]
            ),
            (PutPreset(preset: "run", texts: []), ["/texts challenges.texts_invalid"]),
            (
                PutPreset(preset: "run", texts: [.init(locale: "de", name: "Laufen")]),
                ["/texts challenges.texts_invalid"]
            ),
            (
                PutPreset(preset: "run", texts: english + [.init(locale: "fr", name: "Courir")]),
                ["/texts/1/locale challenges.locale_unknown"]
            ),
            (
                PutPreset(preset: "run", texts: english + english),
                ["/texts/1/locale challenges.locale_unknown"]
            ),
            (
                PutPreset(
                    preset: "run",
                    texts: [.init(locale: "en", name: " ", description: "\0")]
                ),
                [
                    "/texts/0/name challenges.name_invalid",
                    "/texts/0/description challenges.description_invalid",
                ]
            ),
            (
                PutPreset(
                    preset: "run",
                    texts: english,
                    category: "swimming",
                    unit: "km",
                    target: Amount(millionths: 0),
                    targetSeconds: 0,
                    metric: .steps
                ),
                [
                    "/target challenges.target_invalid",
                    "/targetSeconds challenges.target_seconds_invalid",
                    "/category challenges.category_unknown", "/unit challenges.metric_unit",
                ]
            ),
            (
                PutPreset(
                    preset: "run",
                    texts: english,
                    target: Amount(millionths: 1),
                    wholeNumbers: true,
                    timer: .countdown
                ),
                ["/target challenges.target_not_whole", "/timer challenges.timer_needs_time"]
            ),
        ] as [(PutPreset, [String])] {
            #expect(await scene.operatorFault(call)?.said == said)
            #expect(try await scene.names(ListDefinitions(of: .preset), as: scene.ana).count == 3)
        }
    }

    @Test func `only the operator may`() async throws {
        let scene = Scene()
        let call = PutPreset(preset: "run", texts: Self.english)
        #expect(await scene.fault(call, as: scene.ana)?.code == WireError.forbidden.rawValue)
        await #expect(throws: WireError.forbidden.fault) { try await scene.moderate(call) }
    }
}
