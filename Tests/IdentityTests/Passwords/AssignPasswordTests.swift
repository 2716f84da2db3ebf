import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct AssignPasswordTests {
    let town = Town()

    @Test(arguments: ["ana", "ANA", "ana@example.org"])
    func `the operator gives a new password, and all sessions end`(login: String) async throws {
        let ana = try await town.register("ana", email: "ana@example.org")
        let bo = try await town.register("bob")
        let second = try await town.signIn("ana")
        let reply = try await town.ask(AssignPassword(login: login), peer: .operator)
        #expect(reply.user == ana.user.id)
        #expect(reply.username == "ana")
        #expect(reply.password.utf8.count == 20)
        for session in [ana, second] {
            #expect(try await !town.isActive(town.session(session)))
            let fault = try await refusal {
                try await town.ask(RefreshSession(refreshToken: session.refreshToken))
            }
            #expect(fault == IdentityError.refreshTokenInvalid.fault)
        }
        #expect(try await town.identity.database.newestRevocation() == 2)
        #expect(try await town.isActive(town.session(bo)))
        let old = try await refusal { try await town.signIn("ana") }
        #expect(old == IdentityError.signInFailed.fault)
        let new = try await town.ask(SignIn(login: "ana", password: reply.password))
        #expect(new.user.id == ana.user.id)
        _ = try await town.signIn("bob")
    }

    @Test func `an account without an address gets one, a different one each time`() async throws {
        _ = try await town.person("ana")
        let call = AssignPassword(login: "ana")
        let first = try await town.ask(call, key: "a", peer: .operator).password
        let second = try await town.ask(call, key: "a", peer: .operator).password
        #expect(first != second)
        let old = try await refusal { try await town.ask(SignIn(login: "ana", password: first)) }
        #expect(old == IdentityError.signInFailed.fault)
        _ = try await town.ask(SignIn(login: "ana", password: second))
    }

    @Test func `a new password ends a ticket, and a mail tells of it`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(RequestReset(login: "ana"))
        let ticket = try await town.lastTicket()
        _ = try await town.ask(AssignPassword(login: "ana"), peer: .operator)
        let fault = try await refusal {
            try await town.ask(ResetPassword(ticket: ticket, password: "battery staple"))
        }
        #expect(fault == Refusal(IdentityError.ticketInvalid, at: "/ticket").fault)
        #expect(try await town.mails().last?.subject == "Your password was changed")
    }

    @Test(arguments: ["bob", "", "bob@example.org", String(repeating: "a", count: 100_000)])
    func `an unknown login is refused`(login: String) async throws {
        _ = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(AssignPassword(login: login), peer: .operator)
        }
        #expect(fault == Refusal(IdentityError.personUnknown, at: "/login").fault)
    }

    @Test(arguments: [ServiceName.gateway, .challenges])
    func `only the operator may call it`(peer: ServiceName) async throws {
        let ana = try await town.person("ana")
        let fault = try await refusal {
            try await town.ask(AssignPassword(login: "ana"), as: ana, peer: peer)
        }
        #expect(fault == WireError.forbidden.fault)
        _ = try await town.signIn("ana")
    }
}
