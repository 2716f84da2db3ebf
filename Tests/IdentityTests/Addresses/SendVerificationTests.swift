import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Tickets for addresses (2.8-tickets, 2.8-addresses).
@Suite(.freshDatabase(Identity.migrations)) struct SendVerificationTests {
    let town = Town()

    @Test func `an unproved address gets a ticket, and a wanted one before it`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(SendVerification(), as: ana)
        let first = try #require(try await town.mails().last)
        #expect(first.recipient == "<ana@example.org>")
        #expect(first.subject == "Confirm your e-mail address")
        town.clock.advance(by: .minutes(1))
        _ = try await town.ask(ChangeProfile(email: "anna@example.org"), as: ana)
        _ = try await town.mails()
        _ = try await town.ask(SendVerification(), as: ana)
        let mails = try await town.mails()
        #expect(
            mails.map(\.recipient) == [
                "<ana@example.org>", "<ana@example.org>", "<anna@example.org>",
            ]
        )
        #expect(mails[1].subject == "Your e-mail address is to change")
        #expect(mails[1].ticket == nil)
    }

    @Test func `without an address, or with a proved one, there is nothing to verify`()
        async throws
    {
        let ana = try await town.person("ana")
        let none = try await refusal { try await town.ask(SendVerification(), as: ana) }
        #expect(none == IdentityError.nothingToVerify.fault)
        #expect(none.kind == .conflict)
        let bo = try await town.person("bob", email: "bob@example.org")
        _ = try await town.ask(SendVerification(), as: bo)
        _ = try await town.ask(VerifyEmail(ticket: try await town.lastTicket()))
        town.clock.advance(by: .minutes(1))
        let proved = try await refusal { try await town.ask(SendVerification(), as: bo) }
        #expect(proved == IdentityError.nothingToVerify.fault)
    }

    @Test func `one mail a minute, and three to an address in ten minutes`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(SendVerification(), as: ana)
        town.clock.advance(by: .seconds(59))
        let soon = try await refusal { try await town.ask(SendVerification(), as: ana) }
        #expect(soon.code == "identity.mails_exhausted")
        #expect(soon.retryAfterSeconds == 1)
        town.clock.advance(by: .seconds(1))
        _ = try await town.ask(SendVerification(), as: ana)
        // Whoever asks for it, the address gets no more.
        let bo = try await town.person("bob")
        _ = try await town.ask(ChangeProfile(email: "ANA@example.org"), as: bo)
        _ = try await town.ask(SendVerification(), as: bo)
        let cy = try await town.person("cyd")
        _ = try await town.ask(ChangeProfile(email: "ana@example.org"), as: cy)
        let fourth = try await refusal { try await town.ask(SendVerification(), as: cy) }
        #expect(fourth.code == "identity.mails_exhausted")
        #expect(try await town.mails().count == 3)
        town.clock.advance(by: .minutes(10))
        _ = try await town.ask(SendVerification(), as: cy)
    }

    @Test func `a wanted address changes three times in ten minutes`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        for number in 0..<3 {
            _ = try await town.ask(ChangeProfile(email: "a\(number)@example.org"), as: ana)
        }
        let fault = try await refusal {
            try await town.ask(ChangeProfile(email: "a3@example.org"), as: ana)
        }
        #expect(fault.code == "identity.mails_exhausted")
        #expect(try await town.ask(GetMe(), as: ana).emailWanted == "a2@example.org")
        #expect(try await town.mails().count == 3)
    }

    @Test func `a lost reply sends no second mail`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        for _ in 0..<2 { _ = try await town.ask(SendVerification(), as: ana, key: "k") }
        #expect(try await town.mails().count == 1)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal { try await town.ask(SendVerification(), as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
    }
}
