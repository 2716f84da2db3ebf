import Identifiers
import IdentityAPI
import TestKit
import Testing
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SignOutTests {
    let town = Town()

    @Test func `the session ends, and no other`() async throws {
        let first = try await town.register("ana")
        let second = try await town.ask(SignIn(login: "ana", password: Town.password))
        let session = try await town.session(first)
        _ = try await town.ask(SignOut(), as: first.user.id, session: session)
        #expect(try await !town.isActive(session))
        #expect(try await town.isActive(town.session(second)))
    }

    @Test func `signing out again changes nothing`() async throws {
        let first = try await town.register("ana")
        let session = try await town.session(first)
        for key in ["one", "one", "two"] {
            _ = try await town.ask(SignOut(), as: first.user.id, session: session, key: key)
        }
        #expect(try await town.identity.database.newestRevocation() == 1)
    }

    @Test func `a user cannot end another's session`() async throws {
        let ana = try await town.register("ana")
        let bo = try await town.person("bob")
        let session = try await town.session(ana)
        _ = try await town.ask(SignOut(), as: bo, session: session)
        #expect(try await town.isActive(session))
    }

    @Test func `without a session there is nothing to end`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(SignOut(), as: ana)
        #expect(try await town.identity.database.newestRevocation() == 0)
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(SignOut()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
