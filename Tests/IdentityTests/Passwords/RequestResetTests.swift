import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Who asks for a reset learns nothing (2.8-tickets).
@Suite(.freshDatabase(Identity.migrations)) struct RequestResetTests {
    let town = Town()

    @Test(arguments: ["ana", " ANA ", "Ana@Example.org"])
    func `the address of an account gets a ticket`(login: String) async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        _ = try await town.ask(RequestReset(login: login))
        let mail = try #require(try await town.mails().first)
        #expect(mail.recipient == "<ana@example.org>")
        #expect(mail.subject == "Reset your password")
        #expect(mail.ticket?.utf8.count == 43)
    }

    @Test(arguments: ["nobody", "nobody@example.org", "bob", "", "a\0b", "no login"])
    func `without an account or an address nothing is sent, and the answer is the same`(
        login: String
    ) async throws {
        _ = try await town.person("bob")
        _ = try await town.ask(RequestReset(login: login))
        #expect(try await town.mails().isEmpty)
    }

    @Test func `the work is the same for every login`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        for login in ["ana", "nobody", "ana@example.org", "no@example.org", "", "no login"] {
            func count(_ table: SQL) async throws -> Int64 {
                try await Database.fresh.one("SELECT count(*) FROM \(table)") { try $0.next() }
            }
            let before = try await (count("mail"), count("tries"), count("tickets"))
            _ = try await town.ask(RequestReset(login: login), from: "192.0.2.1")
            let after = try await (count("mail"), count("tries"), count("tickets"))
            #expect(after.0 == before.0 + 1)
            #expect(after.1 == before.1 + 2)
            #expect(after.2 == before.2)
        }
    }

    @Test func `three mails go to an account in ten minutes, and the answer stays`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        for login in ["ana", "ana@example.org", "ANA", "ana"] {
            _ = try await town.ask(RequestReset(login: login))
        }
        #expect(try await town.mails().count == 3)
        town.clock.advance(by: .minutes(10) - .seconds(1))
        _ = try await town.ask(RequestReset(login: "ana"))
        #expect(try await town.mails().count == 3)
        town.clock.advance(by: .seconds(1))
        _ = try await town.ask(RequestReset(login: "ana"))
        #expect(try await town.mails().count == 4)
    }

    @Test func `of requests at once no more mails than three are sent`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        try await withThrowingTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { [town] in _ = try await town.ask(RequestReset(login: "ana")) }
            }
            try await group.waitForAll()
        }
        #expect(try await town.mails().count == 3)
    }

    @Test func `a network asks 30 times in ten minutes, for whomever`() async throws {
        for number in 0..<30 {
            _ = try await town.ask(RequestReset(login: "user\(number)"), from: "192.0.2.1")
        }
        let fault = try await refusal {
            try await town.ask(RequestReset(login: "ana"), from: "192.0.2.1")
        }
        #expect(fault.code == "identity.mails_exhausted")
        #expect(fault.kind == .exhausted)
        #expect(fault.retryAfterSeconds == 600)
        _ = try await town.ask(RequestReset(login: "ana"), from: "192.0.2.2")
        town.clock.advance(by: .minutes(10))
        _ = try await town.ask(RequestReset(login: "ana"), from: "192.0.2.1")
    }

    @Test func `the same idempotency key sends one mail`() async throws {
        _ = try await town.person("ana", email: "ana@example.org")
        for _ in 0..<2 { _ = try await town.ask(RequestReset(login: "ana"), key: "k") }
        #expect(try await town.mails().count == 1)
    }
}
