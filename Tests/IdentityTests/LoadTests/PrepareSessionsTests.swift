import Identifiers
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct PrepareSessionsTests {
    private let town = Town()

    private func sessions(_ numbers: [Int]) async throws -> [SignedIn] {
        try await town.ask(PrepareSessions(numbers: numbers), peer: .operator).sessions
    }

    private func prepare() async throws {
        let call = PreparePeople(first: 1, count: 3, friends: 2, password: Town.password)
        _ = try await town.ask(call, peer: .operator)
    }

    @Test func `each person gets their own session, in the requested order`() async throws {
        try await prepare()
        let sessions = try await sessions([3, 1, 3])
        #expect(sessions.map(\.user.id) == [3, 1, 3].map(PreparedPeople.id))
        var ids: Set<SessionID> = []
        for signedIn in sessions {
            let session = try await town.session(signedIn)
            #expect(try await town.isActive(session))
            ids.insert(session)
            let claims = try await town.claims(signedIn.accessToken)
            #expect(claims.sub == "\(signedIn.user.id)")
        }
        #expect(ids.count == 3)
    }

    @Test func `such a session is renewed like any other`() async throws {
        try await prepare()
        let signedIn = try await sessions([2])[0]
        let renewed = try await town.ask(RefreshSession(refreshToken: signedIn.refreshToken))
        #expect(try await town.session(renewed) == town.session(signedIn))
    }

    @Test func `a person who was not prepared is refused`() async throws {
        try await prepare()
        for number in [4, 0, -1, Int.max] {
            let fault = try await refusal { try await sessions([1, number]) }
            #expect(fault.blamed == ["/numbers/1": IdentityError.personUnknown.rawValue])
        }
    }

    @Test func `at most a hundred at a time`() async throws {
        let fault = try await refusal { try await sessions(Array(1...101)) }
        #expect(fault.blamed == ["/numbers": IdentityError.tooManyPeople.rawValue])
    }

    @Test(arguments: [ServiceName.gateway, .challenges])
    func `only the operator may call it`(peer: ServiceName) async throws {
        try await prepare()
        let fault = try await refusal {
            try await town.ask(PrepareSessions(numbers: [1]), as: PreparedPeople.id(1), peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
