import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RemoveFriendTests {
    let town = Town()

    @Test func `a friendship ends for both, and once`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        for _ in 0..<2 { _ = try await town.ask(RemoveFriend(user: ana), as: bo) }
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
        #expect(try await town.ask(ListFriends(), as: bo).items.isEmpty)
        let told = try await town.events(RelationChanged.self).filter { $0.to == "challenges" }
        #expect(told.map(\.event.relation) == [.friends, .none])
        #expect(told.map(\.event.version) == [1, 2])
    }

    @Test func `former friends can become friends again`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        _ = try await town.ask(RemoveFriend(user: ana), as: bo)
        try await town.befriend(bo, ana)
        let told = try await town.events(RelationChanged.self).filter { $0.to == "scoring" }
        #expect(told.map(\.event.version) == [1, 2, 3])
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
    }

    @Test func `what the two were told stays`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        let before = [try await town.inbox(of: ana), try await town.inbox(of: bo)]
        _ = try await town.ask(RemoveFriend(user: ana), as: bo)
        #expect([try await town.inbox(of: ana), try await town.inbox(of: bo)] == before)
        #expect(before.map(\.count) == [1, 1])
    }

    @Test func `removing a stranger does nothing`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        for user in [bo, ana, UserID()] {
            _ = try await town.ask(RemoveFriend(user: user), as: ana)
        }
        #expect(try await town.events(RelationChanged.self).isEmpty)
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(RemoveFriend(user: UserID())) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
