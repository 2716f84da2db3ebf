import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct GetPersonTests {
    let town = Town()

    @Test func `a profile shows the relationship to the caller`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob", first: "Bo", last: "")
        #expect(try await seen(ana, by: ana) == Seen(.me))
        #expect(try await seen(bo, by: ana) == Seen(.none))
        let request = try await town.ask(SendFriendRequest(to: bo), as: ana)
        #expect(try await seen(bo, by: ana) == Seen(.requestSent, request.id))
        #expect(try await seen(ana, by: bo) == Seen(.requestReceived, request.id))
        _ = try await town.ask(AnswerFriendRequest(request: request.id, accept: true), as: bo)
        #expect(try await seen(bo, by: ana) == Seen(.friends))
        #expect(try await seen(ana, by: bo) == Seen(.friends))
    }

    @Test func `only the person who declined sees the refusal`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        let request = try await town.ask(SendFriendRequest(to: bo), as: ana)
        _ = try await town.ask(AnswerFriendRequest(request: request.id, accept: false), as: bo)
        #expect(try await seen(bo, by: ana) == Seen(.requestSent, request.id))
        #expect(try await seen(ana, by: bo) == Seen(.none))
        town.clock.advance(by: .days(30))
        #expect(try await seen(bo, by: ana) == Seen(.none))
    }

    @Test func `an unknown person is not found`() async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal { try await town.ask(GetPerson(user: UserID()), as: ana) }
        #expect(fault == IdentityError.personUnknown.fault)
    }

    @Test(arguments: AccountStanding.inactive)
    func `an inactive account is unknown to everyone but its owner`(
        standing: AccountStanding
    ) async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        try await town.befriend(ana, bo)
        try await town.setStanding(of: bo, standing)
        let fault = try await refusal { try await town.ask(GetPerson(user: bo), as: ana) }
        #expect(fault == IdentityError.personUnknown.fault)
        #expect(try await seen(bo, by: bo) == Seen(.me))
        try await town.setStanding(of: bo, .active)
        #expect(try await seen(bo, by: ana) == Seen(.friends))
    }

    private func seen(_ user: UserID, by asker: UserID) async throws -> Seen {
        let profile = try await town.ask(GetPerson(user: user), as: asker)
        #expect(profile.id == user)
        return Seen(profile.relationship, profile.friendRequestID)
    }

    private struct Seen: Equatable {
        let relationship: Profile.Relationship
        let request: FriendRequestID?

        init(_ relationship: Profile.Relationship, _ request: FriendRequestID? = nil) {
            self.relationship = relationship
            self.request = request
        }
    }
}
