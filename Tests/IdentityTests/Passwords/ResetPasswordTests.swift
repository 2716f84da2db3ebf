import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// A lost password (2.8-tickets, 2.8-addresses).
@Suite(.freshDatabase(Identity.migrations)) struct ResetPasswordTests {
    static let new = "battery staple"
    let town = Town()

    private func ticket(_ login: String = "ana") async throws -> String {
        _ = try await town.ask(RequestReset(login: login))
        return try await town.lastTicket()
    }

    private func reset(_ ticket: String, from address: String? = nil) async throws -> SignedIn {
        try await town.ask(ResetPassword(ticket: ticket, password: Self.new), from: address)
    }

    private func expectInvalid(_ ticket: String) async throws {
        let fault = try await refusal { try await reset(ticket) }
        #expect(fault == Refusal(IdentityError.ticketInvalid, at: "/ticket").fault)
        #expect(fault.kind == .invalid)
    }

    @Test func `a ticket sets the password, ends all sessions, and proves the address`()
        async throws
    {
        let old = try await town.register("ana", email: "ana@example.org")
        #expect(old.user.emailVerifiedAt == nil)
        let ticket = try await ticket()
        let signedIn = try await reset(ticket)
        #expect(signedIn.user.id == old.user.id)
        #expect(signedIn.user.emailVerifiedAt == town.clock.now)
        #expect(try await town.isActive(town.session(signedIn)))
        #expect(try await !town.isActive(town.session(old)))
        let refreshed = try await refusal {
            try await town.ask(RefreshSession(refreshToken: old.refreshToken))
        }
        #expect(refreshed.code == "identity.refresh_token_invalid")
        let fault = try await refusal { try await town.signIn("ana") }
        #expect(fault == IdentityError.signInFailed.fault)
        _ = try await town.ask(SignIn(login: "ana", password: Self.new))
        let mails = try await town.mails()
        #expect(mails.map(\.subject) == ["Reset your password", "Your password was changed"])
        #expect(mails.last?.recipient == "<ana@example.org>")
        try await expectInvalid(ticket)
    }

    @Test func `a ticket is valid for 30 minutes`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        let early = try await ticket()
        town.clock.advance(by: .minutes(30))
        try await expectInvalid(early)
        let late = try await ticket()
        town.clock.advance(by: .minutes(30) - .seconds(1))
        _ = try await reset(late)
    }

    @Test func `a newer ticket ends the earlier one`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        let first = try await ticket()
        let second = try await ticket()
        try await expectInvalid(first)
        _ = try await reset(second)
    }

    @Test func `a new password ends a ticket`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket()
        let change = ChangePassword(current: Town.password, password: Town.password)
        _ = try await town.ask(change, as: ana)
        try await expectInvalid(ticket)
    }

    @Test func `a new address ends a ticket, and a wanted one does not`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(ChangeProfile(email: "anna@example.org"), as: ana)
        _ = try await town.ask(SendVerification(), as: ana)
        let proof = try await town.lastTicket()
        let ticket = try await ticket()
        #expect(try await town.mails().last?.recipient == "<ana@example.org>")
        _ = try await town.ask(VerifyEmail(ticket: proof))
        try await expectInvalid(ticket)
    }

    @Test(arguments: [
        "", "x", String(repeating: "A", count: 43), String(repeating: "A", count: 44),
        String(repeating: "ä", count: 43),
    ])
    func `a guessed ticket is refused like any other`(ticket: String) async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        try await expectInvalid(ticket)
    }

    @Test func `a ticket of another kind does not count`() async throws {
        let ana = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(SendVerification(), as: ana)
        try await expectInvalid(try await town.lastTicket())
        let reset = try await ticket()
        let fault = try await refusal { try await town.ask(VerifyEmail(ticket: reset)) }
        #expect(fault == Refusal(IdentityError.ticketInvalid, at: "/ticket").fault)
    }

    @Test func `an invalid password keeps the ticket`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket()
        let fault = try await refusal {
            try await town.ask(ResetPassword(ticket: ticket, password: "short"))
        }
        #expect(fault == Refusal(IdentityError.passwordInvalid, at: "/password").fault)
        _ = try await reset(ticket)
    }

    @Test func `of two resets with one ticket at once one counts`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket()
        let outcomes = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    do {
                        _ = try await reset(ticket)
                        return true
                    } catch let fault as Fault where fault.code == "identity.ticket_invalid" {
                        return false
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    @Test func `wrong tickets of a network are counted, before any work`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        let ticket = try await ticket()
        for number in 0..<30 {
            let call = ResetPassword(ticket: "\(number)", password: Self.new)
            let fault = try await refusal { try await town.ask(call, from: "192.0.2.1") }
            #expect(fault.code == "identity.ticket_invalid")
        }
        let fault = try await refusal { try await reset(ticket, from: "192.0.2.1") }
        #expect(fault.code == "identity.tickets_exhausted")
        #expect(fault.retryAfterSeconds == 600)
        _ = try await reset(ticket, from: "192.0.2.2")
    }

    @Test func `a squatter's sessions and wishes end`() async throws {
        // Who does not own the address registers with it, and wants another one.
        let squatter = try await town.register("ana", email: "victim@example.org")
        _ = try await town.ask(ChangeProfile(email: "own@example.org"), as: squatter.user.id)
        _ = try await town.ask(SendVerification(), as: squatter.user.id)
        let proof = try await town.lastTicket()
        let signedIn = try await reset(try await ticket("victim@example.org"))
        #expect(signedIn.user.email == "victim@example.org")
        #expect(signedIn.user.emailWanted == nil)
        #expect(try await !town.isActive(town.session(squatter)))
        let fault = try await refusal { try await town.ask(VerifyEmail(ticket: proof)) }
        #expect(fault.code == "identity.ticket_invalid")
    }
}
