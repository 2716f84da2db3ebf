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
@testable import Definitions

/// Who sees a definition (2.10-visibility), and in which language (2.4-presets).
@Suite(.freshDatabase(Challenges.migrations))
struct GetDefinitionTests {
    /// What a user is to the author.
    enum Viewer: CaseIterable {
        case author, friend, stranger, unfriended, blocked
    }

    @Test(
        arguments: [
            (.private, [.author]), (.friends, [.author, .friend]),
            (.public, [.author, .friend, .stranger, .unfriended]),
        ] as [(Visibility, Set<Viewer>)]
    )
    func `each visibility has its viewers`(
        visibility: Visibility,
        viewers: Set<Viewer>
    ) async throws {
        let scene = Scene()
        let made = try await scene.post(category: "strength", visibility: visibility)
        for viewer in Viewer.allCases {
            let user = viewer == .author ? scene.ana : UserID()
            switch viewer {
            case .friend: try await scene.relate(user, scene.ana, .friends)
            case .blocked: try await scene.relate(scene.ana, user, .blocked)
            case .unfriended: try await scene.relate(scene.ana, user, .none)
            case .author, .stranger: break
            }
            let sees = viewers.contains(viewer)
            let shown = try await scene.definition(made.id, as: user)
            #expect((shown != nil) == sees, "\(viewer)")
            for call in [ListDefinitions(), ListDefinitions(category: "strength", sort: .used)] {
                let page = try await scene.ask(call, as: user)
                #expect(page.items.map(\.id).contains(made.id) == sees, "\(viewer)")
            }
            let languages = Languages(nil)
            let read = try await scene.database.definition(
                made.id,
                seenBy: user,
                in: languages
            )
            #expect((read != nil) == sees, "\(viewer)")
            let shared = try await scene.database.transaction { tx in
                try await tx.shareDefinition(made.id, seenBy: user, in: languages)
            }
            #expect(shared == read, "\(viewer)")
        }
    }

    @Test func `a block in either direction hides it, and the end of the block shows it again`()
        async throws
    {
        let scene = Scene()
        let made = try await scene.post(visibility: .public)
        let others = try await scene.post("Row", visibility: .public, by: scene.bo)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(try await scene.definition(made.id, as: scene.bo) == nil)
        #expect(try await scene.definition(others.id, as: scene.ana) == nil)
        #expect(try await scene.definition(made.id, as: scene.cy) != nil)
        #expect(try await scene.definition(made.id, as: scene.ana) != nil)
        try await scene.relate(scene.ana, scene.bo, .none, version: 3)
        #expect(try await scene.definition(made.id, as: scene.bo) != nil)
    }

    @Test(arguments: AccountStanding.allCases)
    func `other users see nothing of an inactive author`(
        standing: AccountStanding
    ) async throws {
        let scene = Scene()
        let made = try await scene.post(visibility: .public)
        try await scene.relate(scene.ana, scene.bo, .friends)
        try await scene.set(standing, of: scene.ana)
        for user in [scene.bo, scene.cy] {
            let shown = try await scene.definition(made.id, as: user)
            #expect((shown != nil) == (standing == .active))
        }
        #expect(try await scene.definition(made.id, as: scene.ana) != nil)
        // What an earlier release of identityd did not tell hides nothing.
        let other = try await scene.post(visibility: .public, by: scene.bo)
        #expect(try await scene.definition(other.id, as: scene.cy) != nil)
    }

    @Test(arguments: ["hidden", "deleted"])
    func `what is hidden or deleted is seen by nobody`(state: String) async throws {
        let scene = Scene()
        let made = try await scene.post(visibility: .public)
        try await scene.database.transaction { tx in
            _ = try await tx.run(
                "UPDATE definitions SET state = \(state) WHERE id = \(made.id)"
            )
        }
        for user in [scene.ana, scene.bo] {
            let refusal = ChallengesError.definitionNotFound.fault
            let call = GetDefinition(definition: made.id)
            #expect(await scene.fault(call, as: user) == refusal)
            #expect(try await scene.names(ListDefinitions(sort: .used), as: user).count == 3)
        }
    }

    @Test func `an unknown one does not exist`() async {
        let scene = Scene()
        let fault = await scene.fault(GetDefinition(definition: DefinitionID()), as: scene.ana)
        #expect(fault == ChallengesError.definitionNotFound.fault)
        #expect(fault?.kind == .notFound)
    }

    // Presets.

    @Test func `the three presets are there, in both languages`() async throws {
        let scene = Scene()
        let list = ListDefinitions(of: .preset)
        let presets = try await scene.ask(list, as: scene.ana).items
        #expect(
            Set(presets.map(\.preset)) == ["run-5-km", "walk-10k-steps", "walk-backwards"]
        )
        var german = list
        german.languages = "fr, de-AT;q=0.8, en;q=0.7"
        let translated = try await scene.ask(german, as: scene.ana).items
        #expect(translated.map(\.id) == presets.map(\.id))
        for (english, german) in zip(presets, translated) {
            #expect(english.author == nil)
            #expect(english.visibility == .public)
            #expect(english.name != german.name)
            #expect(english.description != german.description)
            #expect(!english.description.isEmpty && !german.description.isEmpty)
            #expect(try await scene.definition(english.id, as: scene.bo) == english)
            for (languages, expected) in [
                ("de", german), ("en, de", english), ("it", english), ("", english),
                ("de;q=0", english), ("*;q=0.5, en;q=0", german),
            ] {
                let shown = try await scene.definition(
                    english.id,
                    as: scene.bo,
                    languages: languages
                )
                #expect(shown == expected, "\(languages)")
            }
        }
    }

    @Test func `a preset says what counts`() async throws {
        let scene = Scene()
        let presets = try await scene.ask(ListDefinitions(of: .preset), as: scene.ana).items
        func preset(_ name: String) throws -> Definition {
            try #require(presets.first { $0.preset == name })
        }
        let run = try preset("run-5-km")
        #expect(run.metric == .distance)
        #expect(run.target == Amount("5000"))
        #expect(run.unit == "m")
        let walk = try preset("walk-10k-steps")
        #expect(walk.metric == .steps)
        #expect(walk.target == Amount("10000"))
        #expect(walk.unit == "steps")
        let backwards = try preset("walk-backwards")
        #expect(backwards.metric == nil)
        #expect(backwards.target == nil)
        #expect(backwards.unit == nil)
        #expect(presets.allSatisfy { $0.version == 1 && $0.timer == TimerMode.none })
    }

    @Test func `what people wrote is in their own language`() async throws {
        let scene = Scene()
        let made = try await scene.post("Laufen", visibility: .public)
        let shown = try await scene.definition(made.id, as: scene.bo, languages: "en")
        #expect(shown?.name == "Laufen")
    }
}
