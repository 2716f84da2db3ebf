import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// A reply has at most a megabyte, and a page may hold more than that: it then ends earlier, so
/// that nobody's texts make a list unreadable.
@Suite(.freshDatabase(Challenges.migrations))
struct LongListsTests {
    /// A text of characters that take four bytes each.
    private func text(_ count: Int) -> String {
        String(repeating: "𝒳", count: count)
    }

    @Test func `definitions with the longest texts are listed`() async throws {
        let scene = Scene()
        for _ in 0..<100 {
            let call = CreateDefinition(
                name: text(80),
                caption: text(200),
                description: text(2_000),
                unit: text(40),
                mediaIDs: (0..<10).map { _ in MediaID() }
            )
            _ = try await scene.ask(call, as: scene.ana)
        }
        let list = ListDefinitions(of: .mine, limit: 100)
        let page = try await scene.ask(list, as: scene.ana)
        #expect((50..<100).contains(page.items.count))
        #expect(try await scene.names(list, as: scene.ana).count == 100)
    }

    @Test func `assignments with the longest texts are listed`() async throws {
        let scene = Scene()
        var sent: Set<AssignmentID> = []
        for _ in 0..<70 {
            let call = CreateChallenge(
                name: text(80),
                description: text(2_000),
                recipients: [scene.bo],
                deadline: scene.clock.now + .days(1)
            )
            let id = try await scene.ask(call, as: scene.ana).assignments[0].id
            _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
            let submit = SubmitAssignment(assignment: id, note: text(2_000))
            _ = try await scene.ask(submit, as: scene.bo)
            sent.insert(id)
        }
        for (user, role) in [(scene.bo, ListAssignments.Role.recipient), (scene.ana, .sender)] {
            let list = ListAssignments(role: role, limit: 100)
            let page = try await scene.ask(list, as: user)
            #expect((35..<70).contains(page.items.count))
            #expect(await Set(scene.list(as: user, role, limit: 100)) == sent)
        }
        var home: Set<AssignmentID> = []
        var call = GetHome(limit: 100)
        repeat {
            let page = try await scene.ask(call, as: scene.bo)
            #expect((1..<70).contains(page.items.count))
            home.formUnion(page.items.compactMap { $0.assignment?.id })
            call.cursor = page.nextCursor
        } while call.cursor != nil
        #expect(home == sent)
    }
}
