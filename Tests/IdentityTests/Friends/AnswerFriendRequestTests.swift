import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct AnswerFriendRequestTests {
    let town = Town()

    @Test func `an accepted request makes two friends`() async throws {
        let (ana, bo, request) = try await asked()
        let answer = try await answer(request, true, as: bo)
        #expect(answer.state == .accepted)
        #expect(answer.id == request)
        #expect(try await town.ask(ListFriends(), as: ana).items.map(\.id) == [bo])
        #expect(try await town.ask(ListFriends(), as: bo).items.map(\.id) == [ana])
        let told = try await town.events(RelationChanged.self)
        #expect(told.map(\.event.relation) == [.friends, .friends])
    }

    @Test func `a declined request makes no friends`() async throws {
        let (ana, bo, request) = try await asked()
        #expect(try await answer(request, false, as: bo).state == .declined)
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
        #expect(try await town.events(RelationChanged.self).isEmpty)
    }

    @Test(arguments: [true, false])
    func `the same answer again gives the same reply`(accept: Bool) async throws {
        let (_, bo, request) = try await asked()
        let first = try await answer(request, accept, as: bo)
        #expect(try await answer(request, accept, as: bo) == first)
        #expect(try await town.events(RelationChanged.self).count == (accept ? 2 : 0))
    }

    @Test(arguments: [true, false])
    func `the opposite answer is a conflict that shows the request`(
        accept: Bool
    ) async throws {
        let (_, bo, request) = try await asked()
        let first = try await answer(request, accept, as: bo)
        let fault = try await refusal { try await answer(request, !accept, as: bo) }
        #expect(fault.code == "identity.request_closed")
        #expect(fault.kind == .conflict)
        let current = try WireDecoder().decode(
            FriendRequest.self,
            from: try #require(fault.current)
        )
        #expect(current == first)
    }

    @Test(arguments: [true, false])
    func `a withdrawn request cannot be answered`(accept: Bool) async throws {
        let (ana, bo, request) = try await asked()
        _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana)
        let fault = try await refusal { try await answer(request, accept, as: bo) }
        #expect(fault.code == "identity.request_closed")
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
    }

    @Test func `only the person asked can answer`() async throws {
        let (ana, _, request) = try await asked()
        let cy = try await town.person("cyd")
        for stranger in [ana, cy] {
            let fault = try await refusal { try await answer(request, true, as: stranger) }
            #expect(fault == IdentityError.requestUnknown.fault)
        }
        let fault = try await refusal { try await answer(FriendRequestID(), true, as: cy) }
        #expect(fault == IdentityError.requestUnknown.fault)
    }

    @Test(arguments: AccountStanding.inactive)
    func `an inactive user's request can be declined but not accepted`(
        standing: AccountStanding
    ) async throws {
        let (ana, bo, request) = try await asked()
        try await town.setStanding(of: ana, standing)
        let fault = try await refusal { try await answer(request, true, as: bo) }
        #expect(fault == IdentityError.requestUnknown.fault)
        #expect(try await town.events(RelationChanged.self).isEmpty)
        #expect(try await answer(request, false, as: bo).state == .declined)
    }

    @Test func `a request behind a block can be declined, and not accepted`() async throws {
        let (ana, bo, request) = try await asked()
        try await town.relate(ana, bo, .blocked)
        let fault = try await refusal { try await answer(request, true, as: bo) }
        #expect(fault == IdentityError.requestUnknown.fault)
        #expect(try await town.identity.database.relation(Pair(ana, bo))?.relation == .blocked)
        #expect(try await town.events(RelationChanged.self).isEmpty)
        #expect(try await answer(request, false, as: bo).state == .declined)
    }

    @Test func `a request of who became active again is accepted`() async throws {
        let (ana, bo, request) = try await asked()
        try await town.setStanding(of: ana, .suspended)
        try await town.setStanding(of: ana, .active)
        #expect(try await answer(request, true, as: bo).state == .accepted)
    }

    @Test func `repeating an answer after the friendship ended makes no friends`() async throws {
        let (ana, bo, request) = try await asked()
        _ = try await answer(request, true, as: bo)
        _ = try await town.ask(RemoveFriend(user: bo), as: ana)
        #expect(try await answer(request, true, as: bo).state == .accepted)
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
    }

    @Test func `of accepting and withdrawing at once, only one succeeds`() async throws {
        for round in 0..<6 {
            let ana = try await town.person("ana\(round)")
            let bo = try await town.person("bob\(round)")
            let request = try await town.ask(SendFriendRequest(to: bo), as: ana).id
            async let accepted = succeeds { try await answer(request, true, as: bo) }
            async let withdrawn = succeeds {
                try await town.ask(WithdrawFriendRequest(request: request), as: ana)
            }
            let outcome = try await (accepted: accepted, withdrawn: withdrawn)
            #expect(outcome.accepted != outcome.withdrawn)
            let friends = try await town.ask(ListFriends(), as: ana).items.map(\.id)
            #expect(friends == (outcome.accepted ? [bo] : []))
        }
    }

    @Test func `accepting settles the notice, and the asker is told, once`() async throws {
        let (ana, bo, request) = try await asked()
        town.clock.advance(by: .minutes(1))
        for _ in 0..<2 { _ = try await answer(request, true, as: bo) }
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
        let told = try await town.inbox(of: ana)
        #expect(told.count == 1)
        #expect(told.first?.kind == .friendAdded)
        #expect(told.first?.actor?.id == bo)
        #expect(told.first?.subject == Notice.Subject(request))
        #expect(told.first?.raisedAt == town.clock.now)
    }

    @Test func `declining settles the notice, and the asker hears nothing`() async throws {
        let (ana, bo, request) = try await asked()
        for _ in 0..<2 { _ = try await answer(request, false, as: bo) }
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `a refused answer settles nothing`() async throws {
        let (ana, bo, request) = try await asked()
        let cy = try await town.person("cyd")
        for stranger in [ana, cy] {
            _ = try await refusal { try await answer(request, true, as: stranger) }
        }
        #expect(try await town.inbox(of: bo).map(\.state) == [.new])
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    private func asked() async throws -> (UserID, UserID, FriendRequestID) {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        return (ana, bo, try await town.ask(SendFriendRequest(to: bo), as: ana).id)
    }

    private func answer(
        _ request: FriendRequestID,
        _ accept: Bool,
        as user: UserID
    ) async throws -> FriendRequest {
        try await town.ask(AnswerFriendRequest(request: request, accept: accept), as: user)
    }

    /// Returns whether a call succeeds; `false` for a conflict.
    private func succeeds<Value>(_ call: () async throws -> Value) async throws -> Bool {
        do {
            _ = try await call()
            return true
        } catch let fault as Fault where fault.kind == .conflict {
            return false
        }
    }
}
