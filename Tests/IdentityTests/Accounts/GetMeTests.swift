import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct GetMeTests {
    let town = Town()

    @Test func `the caller's own account is complete, with its address`() async throws {
        let made = try await town.register("ana", first: "Ana", last: "", email: "ana@example.org")
        let account = try await town.ask(GetMe(), as: made.user.id)
        #expect(account == made.user)
        #expect(account.email == "ana@example.org")
        #expect(account.lastName == "")
        #expect(account.avatarURL == nil)
        #expect(account.createdAt == town.clock.now)
        #expect(account.updatedAt == town.clock.now)
    }

    @Test func `each user sees their own account`() async throws {
        let ana = try await town.person("ana")
        let bo = try await town.person("bob")
        #expect(try await town.ask(GetMe(), as: ana).username == "ana")
        #expect(try await town.ask(GetMe(), as: bo).username == "bob")
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal { try await town.ask(GetMe(), as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
    }

    @Test func `an anonymous caller is refused`() async throws {
        let fault = try await refusal { try await town.ask(GetMe()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
