import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct WithdrawFriendRequestTests {
    let town = Town()

    @Test func `only the asker can withdraw`() async throws {
        let (ana, bo, request) = try await asked()
        let fault = try await refusal {
            try await town.ask(WithdrawFriendRequest(request: request), as: bo)
        }
        #expect(fault == IdentityError.requestUnknown.fault)
        for _ in 0..<2 { _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana) }
        #expect(
            try await town.ask(ListFriendRequests(direction: .incoming), as: bo).items.isEmpty
        )
    }

    @Test func `an accepted request cannot be withdrawn`() async throws {
        let (ana, bo, request) = try await asked()
        _ = try await town.ask(AnswerFriendRequest(request: request, accept: true), as: bo)
        let fault = try await refusal {
            try await town.ask(WithdrawFriendRequest(request: request), as: ana)
        }
        #expect(fault.code == "identity.request_closed")
        let current = try WireDecoder().decode(
            FriendRequest.self,
            from: try #require(fault.current)
        )
        #expect(current.state == .accepted)
    }

    @Test func `a declined request is withdrawn like an open one`() async throws {
        let (ana, bo, request) = try await asked()
        _ = try await town.ask(AnswerFriendRequest(request: request, accept: false), as: bo)
        _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana)
        let outgoing = ListFriendRequests(direction: .outgoing)
        #expect(try await town.ask(outgoing, as: ana).items.isEmpty)
        #expect(try await town.ask(ListFriends(), as: ana).items.isEmpty)
    }

    @Test func `a request to an inactive or blocked user can be withdrawn too`()
        async throws
    {
        let (ana, bo, request) = try await asked()
        try await town.relate(ana, bo, .blocked)
        try await town.setStanding(of: bo, .suspended)
        _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana)
        let stored = try await town.identity.database.request(request)
        #expect(stored?.state == .withdrawn)
    }

    @Test func `a request that was never sent is unknown`() async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(WithdrawFriendRequest(request: FriendRequestID()), as: ana)
        }
        #expect(fault == IdentityError.requestUnknown.fault)
    }

    @Test(arguments: [false, true])
    func `the notice of a withdrawn request is gone, seen or not`(isSeen: Bool) async throws {
        let (ana, bo, request) = try await asked()
        if isSeen { _ = try await town.ask(SeeNotices(), as: bo) }
        for _ in 0..<2 { _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana) }
        #expect(try await town.inbox(of: bo).isEmpty)
        #expect(try await town.inbox(of: ana).isEmpty)
    }

    @Test func `the notice of a declined request stays when it is withdrawn`() async throws {
        let (ana, bo, request) = try await asked()
        _ = try await town.ask(AnswerFriendRequest(request: request, accept: false), as: bo)
        _ = try await town.ask(WithdrawFriendRequest(request: request), as: ana)
        #expect(try await town.inbox(of: bo).map(\.state) == [.acted])
    }

    private func asked() async throws -> (UserID, UserID, FriendRequestID) {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        return (ana, bo, try await town.ask(SendFriendRequest(to: bo), as: ana).id)
    }
}
