import Identifiers
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct RevokeRefreshTokenTests {
    let town = Town()

    private func revoke(_ token: String) async throws -> SessionID {
        try await town.ask(RevokeRefreshToken(refreshToken: token)).session
    }

    @Test func `the token's session ends, and no other`() async throws {
        let first = try await town.register("ana")
        let second = try await town.signIn("ana")
        let session = try await town.session(first)
        #expect(try await revoke(first.refreshToken) == session)
        #expect(try await !town.isActive(session))
        #expect(try await town.isActive(town.session(second)))
        let fault = try await refusal {
            try await town.ask(RefreshSession(refreshToken: first.refreshToken))
        }
        #expect(fault == IdentityError.refreshTokenInvalid.fault)
    }

    @Test func `a token that was replaced ends the session too`() async throws {
        let first = try await town.register("ana")
        let session = try await town.session(first)
        var last = first
        for _ in 0..<2 {
            last = try await town.ask(RefreshSession(refreshToken: last.refreshToken))
        }
        #expect(try await revoke(first.refreshToken) == session)
        #expect(try await !town.isActive(session))
    }

    @Test func `revoking again changes nothing`() async throws {
        let first = try await town.register("ana")
        let session = try await town.session(first)
        for _ in 0..<3 { #expect(try await revoke(first.refreshToken) == session) }
        #expect(try await town.identity.database.newestRevocation() == 1)
    }

    @Test(arguments: [
        "", "x", String(repeating: "x", count: 42), String(repeating: "x", count: 43),
        String(repeating: "!", count: 43), String(repeating: "x", count: 44),
    ])
    func `an unknown token is refused`(token: String) async throws {
        let ana = try await town.register("ana")
        let fault = try await refusal { try await revoke(token) }
        #expect(fault == IdentityError.refreshTokenInvalid.fault)
        #expect(try await town.isActive(town.session(ana)))
    }
}
