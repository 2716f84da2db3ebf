import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Challenges

/// Changes that identityd reports appear in every reply.
@Suite(.freshDatabase(Challenges.migrations))
struct PersonChangedTests {
    @Test func `a changed name is shown, and an older card changes nothing`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        #expect(try await scene.get(id).sender == FakeIdentity.card(scene.ana).person)
        let person = Person(id: scene.ana, username: "ana", firstName: "Ana", lastName: "")
        _ = try await scene.tell(PersonChanged(card: PersonCard(person: person, version: 3)))
        #expect(try await scene.get(id).sender == person)
        #expect(try await scene.get(id).challenge.author == person)
        // The send delivers the card of version 1 again.
        let next = try await scene.send()
        #expect(try await scene.get(next).sender == person)
        let page = try await scene.ask(ListAssignments(role: .recipient), as: scene.bo)
        #expect(page.items.map(\.sender) == [person, person])
    }

    @Test func `only the identity service may send it`() async {
        let scene = Scene()
        let call = PersonChanged(card: FakeIdentity.card(scene.ana))
        #expect(await scene.fault(call, as: scene.ana) == WireError.forbidden.fault)
    }
}
