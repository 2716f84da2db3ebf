import ChallengesAPI
import ChallengesTestKit
import TestKit
import Testing
import Wire

@testable import Challenges

/// The operator's categories (2.5-categories).
@Suite(.freshDatabase(Challenges.migrations))
struct PutCategoryTests {
    private func ids(_ scene: Scene) async throws -> [String] {
        try await scene.ask(ListCategories(), as: scene.ana).items.map(\.id)
    }

    @Test func `a new category is the last, and workouts may have it`() async throws {
        let scene = Scene()
        _ = try await scene.operate(PutCategory(category: "balance", name: "Balance"))
        #expect(try await ids(scene) == ["endurance", "strength", "flexibility", "balance"])
        let made = try await scene.post("Stand", category: "balance")
        #expect(made.category == "balance")
        #expect(
            try await scene.names(ListDefinitions(category: "balance"), as: scene.bo) == ["Stand"]
        )
    }

    @Test func `a category is renamed and moved, each alone`() async throws {
        let scene = Scene()
        _ = try await scene.operate(PutCategory(category: "strength", name: "Power"))
        let renamed = try await scene.ask(ListCategories(), as: scene.ana).items
        #expect(renamed.map(\.name) == ["Endurance", "Power", "Flexibility"])
        for _ in 0..<2 {
            _ = try await scene.operate(
                PutCategory(category: "endurance", name: "Endurance", position: 10_000)
            )
            #expect(try await ids(scene) == ["strength", "flexibility", "endurance"])
        }
    }

    @Test func `what is wrong is refused at its field`() async throws {
        let scene = Scene()
        for (call, pointer, error) in [
            (PutCategory(category: "", name: "X"), "/category", .categoryInvalid),
            (PutCategory(category: "Balance", name: "X"), "/category", .categoryInvalid),
            (PutCategory(category: "a b", name: "X"), "/category", .categoryInvalid),
            (
                PutCategory(category: String(repeating: "x", count: 41), name: "X"), "/category",
                .categoryInvalid
            ),
            (PutCategory(category: "x", name: ""), "/name", .nameInvalid),
            (
                PutCategory(category: "x", name: String(repeating: "x", count: 81)), "/name",
                .nameInvalid
            ),
            (PutCategory(category: "x", name: "X", position: 0), "/position", .positionInvalid),
            (
                PutCategory(category: "x", name: "X", position: 10_001), "/position",
                .positionInvalid
            ),
        ] as [(PutCategory, String, ChallengesError)] {
            #expect(await scene.operatorFault(call) == Refusal(error, at: pointer).fault)
            #expect(try await ids(scene).count == 3)
        }
    }

    @Test func `the limits themselves are allowed`() async throws {
        let scene = Scene()
        let id = String(repeating: "x", count: 40)
        let name = String(repeating: "ä", count: 80)
        _ = try await scene.operate(PutCategory(category: id, name: name, position: 1))
        #expect(try await ids(scene).contains(id))
    }

    @Test func `only the operator may`() async {
        let scene = Scene()
        let call = PutCategory(category: "balance", name: "Balance")
        #expect(await scene.fault(call, as: scene.ana)?.code == WireError.forbidden.rawValue)
        await #expect(throws: WireError.forbidden.fault) { try await scene.moderate(call) }
    }
}
