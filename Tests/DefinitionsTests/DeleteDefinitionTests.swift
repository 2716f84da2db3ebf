import ChallengesAPI
import ChallengesTestKit
import Identifiers
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore

/// The end of a definition (2.11-definition).
@Suite(.freshDatabase(Challenges.migrations))
struct DeleteDefinitionTests {
    @Test func `a deleted definition is found by nobody, and its pictures are released`()
        async throws
    {
        let scene = Scene()
        let pictures = [MediaID(), MediaID()]
        let made = try await scene.post(category: "strength", mediaIDs: pictures)
        try await scene.post("Row", category: "endurance")
        _ = try await scene.ask(DeleteDefinition(definition: made.id), as: scene.ana)
        for user in [scene.ana, scene.bo] {
            #expect(try await scene.definition(made.id, as: user) == nil)
            #expect(try await scene.names(ListDefinitions(of: .workout), as: user) == ["Row"])
            #expect(try await scene.names(ListDefinitions(q: "plank"), as: user) == [])
        }
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.media) == [pictures])
        #expect(released.map(\.cause) == ["definition:\(made.id)"])
        #expect(try await scene.database.photos(of: .definition, [made.id.uuid]).isEmpty)
    }

    @Test func `without pictures mediad hears nothing`() async throws {
        let scene = Scene()
        let made = try await scene.post()
        _ = try await scene.ask(DeleteDefinition(definition: made.id), as: scene.ana)
        #expect(try await scene.emitted(MediaReleased.self).isEmpty)
    }

    @Test func `deleting it again does nothing`() async throws {
        let scene = Scene()
        let made = try await scene.post(mediaIDs: [MediaID()])
        let call = DeleteDefinition(definition: made.id, ifVersion: 1)
        for key in ["k", "k", "l", nil] {
            _ = try await scene.ask(call, as: scene.ana, key: key)
        }
        #expect(try await scene.emitted(MediaReleased.self).count == 1)
    }

    @Test func `only the author deletes it, and only the version that they know`() async throws {
        let scene = Scene()
        let made = try await scene.post(visibility: .public)
        let refusal = ChallengesError.definitionNotFound.fault
        let call = DeleteDefinition(definition: made.id)
        #expect(await scene.fault(call, as: scene.bo) == refusal)
        let unknown = DeleteDefinition(definition: DefinitionID())
        #expect(await scene.fault(unknown, as: scene.ana) == refusal)
        let presets = try await scene.ask(ListDefinitions(of: .preset), as: scene.ana).items
        let preset = DeleteDefinition(definition: presets[0].id)
        #expect(await scene.fault(preset, as: scene.ana) == refusal)
        for version: Int64 in [0, 2] {
            let stale = DeleteDefinition(definition: made.id, ifVersion: version)
            let fault = await scene.fault(stale, as: scene.ana)
            #expect(fault?.code == "challenges.version_stale")
            #expect(fault?.definition == made)
        }
        #expect(try await scene.definition(made.id, as: scene.bo) != nil)
        let right = DeleteDefinition(definition: made.id, ifVersion: 1)
        _ = try await scene.ask(right, as: scene.ana)
        #expect(try await scene.definition(made.id, as: scene.bo) == nil)
    }
}
