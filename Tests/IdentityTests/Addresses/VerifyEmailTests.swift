import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Proved addresses (2.8-addresses, 2.8-tickets).
@Suite(.freshDatabase(Identity.migrations)) struct VerifyEmailTests {
    let town = Town()

    private func ticket(for user: UserID) async throws -> String {
        _ = try await town.ask(SendVerification(), as: user)
        return try await town.lastTicket()
    }

    private func expectInvalid(_ ticket: String) async throws {
        let fault = try await refusal { try await town.ask(VerifyEmail(ticket: ticket)) }
        #expect(fault == Refusal(IdentityError.ticketInvalid, at: "/ticket").fault)
    }

    @Test func `a ticket proves the present address, once`() async throws {
        let ana = try await town.person("ana", email: "Ana@example.org")
        let ticket = try await ticket(for: ana)
        _ = try await town.ask(VerifyEmail(ticket: ticket))
        let account = try await town.ask(GetMe(), as: ana)
        #expect(account.email == "Ana@example.org")
        #expect(account.emailVerifiedAt == town.clock.now)
        try await expectInvalid(ticket)
    }

    @Test func `a wanted address takes the place of the present one, which is told`()
        async throws
    {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(ChangeProfile(email: "Anna@example.org"), as: ana)
        _ = try await town.ask(VerifyEmail(ticket: try await ticket(for: ana)))
        let account = try await town.ask(GetMe(), as: ana)
        #expect(account.email == "Anna@example.org")
        #expect(account.emailWanted == nil)
        #expect(account.emailVerifiedAt == town.clock.now)
        #expect(try await town.signIn("anna@example.org").user.id == ana)
        #expect(try await town.fail("ana@example.org") == IdentityError.signInFailed.fault)
        let told = try #require(try await town.mails().last)
        #expect(told.recipient == "<ana@example.org>")
        #expect(told.subject == "Your e-mail address was changed")
    }

    @Test func `a ticket for the first wanted address does not prove the second`() async throws {
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(email: "one@example.org"), as: ana)
        let first = try await ticket(for: ana)
        _ = try await town.ask(ChangeProfile(email: "two@example.org"), as: ana)
        try await expectInvalid(first)
        town.clock.advance(by: .minutes(1))
        _ = try await town.ask(VerifyEmail(ticket: try await ticket(for: ana)))
        #expect(try await town.ask(GetMe(), as: ana).email == "two@example.org")
    }

    @Test func `a ticket is valid for 24 hours`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let early = try await ticket(for: ana)
        town.clock.advance(by: .hours(24))
        try await expectInvalid(early)
        let late = try await ticket(for: ana)
        town.clock.advance(by: .hours(24) - .seconds(1))
        _ = try await town.ask(VerifyEmail(ticket: late))
    }

    @Test func `who proves an address takes it from an account that has not`() async throws {
        let squatter = try await town.person("bob", email: "ana@example.org")
        let stale = try await ticket(for: squatter)
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(email: "ANA@example.org"), as: ana)
        _ = try await town.ask(VerifyEmail(ticket: try await ticket(for: ana)))
        #expect(try await town.signIn("ana@example.org").user.id == ana)
        let left = try await town.ask(GetMe(), as: squatter)
        #expect(left.email == nil)
        #expect(left.username == "bob")
        #expect(try await town.signIn("bob").user.id == squatter)
        try await expectInvalid(stale)
    }

    @Test func `a proved address stays with its account`() async throws {
        let bo = try await town.person("bob", email: "ana@example.org")
        _ = try await town.ask(VerifyEmail(ticket: try await ticket(for: bo)))
        let ana = try await town.person("ana")
        _ = try await town.ask(ChangeProfile(email: "ana@example.org"), as: ana)
        let ticket = try await ticket(for: ana)
        let fault = try await refusal { try await town.ask(VerifyEmail(ticket: ticket)) }
        #expect(fault == Refusal(IdentityError.emailTaken, at: "/ticket").fault)
        #expect(try await town.ask(GetMe(), as: bo).email == "ana@example.org")
    }

    @Test func `of many who want one address, one gets it in the end`() async throws {
        var tickets: [String] = []
        for name in ["ana", "bob", "cyd"] {
            let user = try await town.person(name)
            _ = try await town.ask(ChangeProfile(email: "one@example.org"), as: user)
            tickets.append(try await ticket(for: user))
        }
        let outcomes = try await withThrowingTaskGroup { [tickets] group in
            for ticket in tickets {
                group.addTask { [town] in
                    do {
                        _ = try await town.ask(VerifyEmail(ticket: ticket))
                        return true
                    } catch let fault as Fault where fault.code == "identity.email_taken" {
                        return false
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    @Test func `a new password ends a ticket`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket(for: ana)
        let change = ChangePassword(current: Town.password, password: Town.password)
        _ = try await town.ask(change, as: ana)
        try await expectInvalid(ticket)
    }

    @Test func `wrong tickets of a network are counted`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket(for: ana)
        for number in 0..<30 {
            let call = VerifyEmail(ticket: "\(number)")
            let fault = try await refusal { try await town.ask(call, from: "192.0.2.1") }
            #expect(fault.code == "identity.ticket_invalid")
        }
        let fault = try await refusal {
            try await town.ask(VerifyEmail(ticket: ticket), from: "192.0.2.1")
        }
        #expect(fault.code == "identity.tickets_exhausted")
        _ = try await town.ask(VerifyEmail(ticket: ticket), from: "192.0.2.2")
    }

    @Test func `a lost reply is repeated`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket(for: ana)
        for _ in 0..<2 { _ = try await town.ask(VerifyEmail(ticket: ticket), key: "k") }
        try await expectInvalid(ticket)
    }
}
