import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RepublishTests {
    let town = Town()

    @Test func `everything is published again`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        let cy = try await town.person("cyd")
        try await town.befriend(ana, bo)
        _ = try await town.ask(SendFriendRequest(to: cy), as: ana)
        try await Database.fresh.transaction { tx in _ = try await tx.run("DELETE FROM outbox") }
        let reply = try await town.ask(Republish(), peer: .operator)
        #expect(reply == Republish.Reply(people: 3, relations: 1))
        let people = try await town.events(PersonChanged.self)
        #expect(people.filter { $0.to == "challenges" }.count == 3)
        #expect(
            Set(people.filter { $0.to == "scoring" }.map(\.event.card.person.id)) == [ana, bo, cy]
        )
        let relations = try await town.events(RelationChanged.self)
        #expect(relations.map(\.to) == ["challenges", "scoring"])
        #expect(relations.allSatisfy { $0.event.relation == .friends && $0.event.version == 1 })
    }

    @Test func `the same key publishes once`() async throws {
        _ = try await town.person("ana")
        try await Database.fresh.transaction { tx in _ = try await tx.run("DELETE FROM outbox") }
        for _ in 0..<2 {
            let reply = try await town.ask(Republish(), key: "k", peer: .operator)
            #expect(reply == Republish.Reply(people: 1, relations: 0))
        }
        #expect(try await town.events(PersonChanged.self).count == 2)
    }

    @Test func `only the operator may call it`() async throws {
        let fault = try await refusal { try await town.ask(Republish(), as: UserID()) }
        #expect(fault == WireError.forbidden.fault)
    }
}
