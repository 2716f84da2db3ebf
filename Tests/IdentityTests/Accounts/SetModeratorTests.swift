import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SetModeratorTests {
    let town = Town()

    @Test func `a moderator's right comes with a token and goes with the sessions`() async throws {
        let ana = try await town.register("ana")
        let id = ana.user.id
        _ = try await town.ask(SetModerator(user: id, isModerator: true), peer: .operator)
        let session = try await town.session(ana)
        #expect(try await town.ask(VerifySession(session: session)).isModerator)
        let second = try await town.ask(SignIn(login: "ana", password: Town.password))
        #expect(try await town.claims(second.accessToken).mod == true)
        let other = try await town.register("bob")
        _ = try await town.ask(SetModerator(user: id, isModerator: false), peer: .operator)
        #expect(try await !town.isActive(session))
        #expect(try await !town.isActive(town.session(second)))
        #expect(try await town.isActive(town.session(other)))
        let revoked = try await town.identity.database.revocations(after: 0)
        #expect(revoked.map(\.number) == [1, 2])
        #expect(try await Set(revoked.map(\.session)) == [session, town.session(second)])
        let fault = try await refusal {
            try await town.ask(SetModerator(user: UserID(), isModerator: true), peer: .operator)
        }
        #expect(fault == Refusal(IdentityError.personUnknown, at: "/user").fault)
    }

    @Test func `granting the right again ends no session`() async throws {
        let ana = try await town.register("ana")
        for _ in 0..<2 {
            _ = try await town.ask(
                SetModerator(user: ana.user.id, isModerator: true),
                peer: .operator
            )
        }
        #expect(try await town.isActive(town.session(ana)))
        #expect(try await town.identity.database.newestRevocation() == 0)
    }

    @Test(arguments: [ServiceName.gateway, .challenges])
    func `only the operator may call it`(peer: ServiceName) async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(SetModerator(user: ana, isModerator: true), as: ana, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
    }
}
