import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct VerifySessionTests {
    let town = Town()

    @Test func `a session is verified against the table`() async throws {
        let ana = try await town.register("ana")
        let session = try await town.session(ana)
        let reply = try await town.ask(VerifySession(session: session))
        #expect(
            reply == VerifySession.Reply(isActive: true, user: ana.user.id, isModerator: false)
        )
        let unknown = try await town.ask(VerifySession(session: SessionID()))
        #expect(unknown == VerifySession.Reply(isActive: false, user: nil, isModerator: false))
        town.clock.advance(by: .days(60))
        #expect(try await !town.isActive(session))
    }

    @Test func `a session that was ended is not active`() async throws {
        let ana = try await town.register("ana")
        let session = try await town.session(ana)
        _ = try await town.ask(SignOut(), as: ana.user.id, session: session)
        let reply = try await town.ask(VerifySession(session: session))
        #expect(reply == VerifySession.Reply(isActive: false, user: nil, isModerator: false))
    }

    @Test(arguments: [ServiceName.challenges, .media, .scoring])
    func `only gateways may call it`(peer: ServiceName) async throws {
        let fault = try await refusal {
            try await town.ask(VerifySession(session: SessionID()), peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
