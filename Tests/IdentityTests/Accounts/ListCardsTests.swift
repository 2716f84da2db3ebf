import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ListCardsTests {
    let town = Town()

    @Test func `cards are returned for those who exist`() async throws {
        let people = try await [town.person("ana"), town.person("bob")].sorted()
        let asked = people.reversed() + [UserID()]
        let cards = try await town.ask(ListCards(users: asked), peer: .scoring).cards
        #expect(cards.map(\.person.id) == people)
        let fault = try await refusal {
            try await town.ask(
                ListCards(users: (0..<101).map { _ in UserID() }),
                peer: .challenges
            )
        }
        #expect(fault == Refusal(IdentityError.tooManyPeople, at: "/users").fault)
    }

    @Test func `a card has a person's names and its version`() async throws {
        let ana = try await town.person("ana", first: "Ana", last: "Lima")
        let card = try #require(
            try await town.ask(ListCards(users: [ana, ana]), peer: .challenges).cards.first
        )
        let person = Person(id: ana, username: "ana", firstName: "Ana", lastName: "Lima")
        let expected = PersonCard(
            person: person,
            version: 1,
            zones: [ZoneChange(since: town.clock.now, name: "UTC")],
            locale: "en",
            isListed: false,
            standing: .active,
            defaultVisibility: .private
        )
        #expect(card == expected)
    }

    @Test func `a card tells whether the person is active`() async throws {
        let ana = try await town.person("ana")
        for (word, standing) in [
            ("hidden", .hidden), ("suspended", .suspended), ("deleted", .deleted),
            ("new", .unknown),
        ] as [(String, AccountStanding)] {
            try await Database.fresh.transaction { tx in
                _ = try await tx.run("UPDATE accounts SET standing = \(word)")
            }
            let cards = try await town.ask(ListCards(users: [ana]), peer: .scoring).cards
            #expect(cards.map(\.standing) == [standing])
        }
    }

    @Test(arguments: [ServiceName.gateway, .media])
    func `only services that keep copies may call it`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(ListCards(users: []), as: UserID(), peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
