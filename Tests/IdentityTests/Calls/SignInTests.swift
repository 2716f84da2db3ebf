import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SignInTests {
    @Test(arguments: ["ana", "ANA", " Ana ", "ana@example.org", "ANA@Example.ORG"])
    func `one signs in with a username or an address`(login: String) async throws {
        let town = Town()
        let ana = try await town.person("ana", email: "Ana@example.org")
        let signedIn = try await town.ask(SignIn(login: login, password: Town.password))
        #expect(signedIn.user.id == ana)
        #expect(try await town.isActive(town.session(signedIn)))
    }

    @Test func `each sign-in is a session of its own`() async throws {
        let town = Town()
        let first = try await town.register("ana")
        let second = try await town.ask(SignIn(login: "ana", password: Town.password))
        let sessions = try await [town.session(first), town.session(second)]
        #expect(sessions[0] != sessions[1])
        #expect(first.refreshToken != second.refreshToken)
    }

    @Test(arguments: [
        ("ana", "correct horsf"), ("ana", ""), ("ana", "Correct horse"), ("bo", "correct horse"),
        ("nobody@example.org", "correct horse"), ("", "correct horse"), ("a\0na", "correct horse"),
    ])
    func `whatever is wrong, the refusal is the same`(login: String, password: String) async throws
    {
        let town = Town()
        _ = try await town.register("ana")
        let fault = try await refusal {
            try await town.ask(SignIn(login: login, password: password))
        }
        #expect(fault == IdentityError.signInFailed.fault)
    }

    @Test func `a password is the same from a keyboard that decomposes`() async throws {
        let town = Town()
        _ = try await town.ask(
            Register(
                username: "zoe",
                password: "Zoe\u{308} says hi",
                firstName: "Zoë",
                lastName: ""
            )
        )
        let signedIn = try await town.ask(SignIn(login: "zoe", password: "Zo\u{EB} says hi"))
        #expect(signedIn.user.username == "zoe")
    }

    @Test func `ten failures in ten minutes close an account`() async throws {
        let town = Town()
        _ = try await town.register("ana", email: "ana@example.org")
        for login in ["ana", "ana@example.org", "ANA", "ana", "ana"] {
            #expect(try await fail(town, login) == "identity.sign_in_failed")
        }
        town.clock.advance(by: .minutes(4))
        for _ in 6...10 { #expect(try await fail(town, "ana") == "identity.sign_in_failed") }
        let fault = try await refusal {
            try await town.ask(SignIn(login: "ana@example.org", password: Town.password))
        }
        #expect(fault == Refusal(IdentityError.signInsExhausted, retryAfterSeconds: 360).fault)
        town.clock.advance(by: .minutes(6))
        let signedIn = try await town.ask(SignIn(login: "ana", password: Town.password))
        #expect(signedIn.user.username == "ana")
    }

    @Test func `nobody's name is closed like an account`() async throws {
        let town = Town()
        for _ in 1...10 { #expect(try await fail(town, "ghost") == "identity.sign_in_failed") }
        #expect(try await fail(town, "ghost") == "identity.sign_ins_exhausted")
        #expect(try await fail(town, "other") == "identity.sign_in_failed")
    }

    @Test func `successes never count`() async throws {
        let town = Town()
        _ = try await town.register("ana")
        for _ in 1...9 { #expect(try await fail(town, "ana") == "identity.sign_in_failed") }
        for _ in 1...12 { _ = try await town.ask(SignIn(login: "ana", password: Town.password)) }
        #expect(try await fail(town, "ana") == "identity.sign_in_failed")
        #expect(try await fail(town, "ana") == "identity.sign_ins_exhausted")
    }

    @Test func `guesses at once get no further than guesses one by one`() async throws {
        let town = Town()
        _ = try await town.register("ana")
        let codes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<30 { group.addTask { try await fail(town, "ana") } }
            return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(codes == ["identity.sign_in_failed": 10, "identity.sign_ins_exhausted": 20])
    }

    @Test func `an address fails only so often, whoever it tries`() async throws {
        var limits = SignInLimits()
        #expect(limits.failuresAnAddress == 100)
        limits.failuresAnAddress = 3
        limits.exempt = try #require(Networks("127.0.0.0/8"))
        let town = Town(limits: limits)
        _ = try await town.register("ana")
        for login in ["b", "c", "d"] {
            #expect(try await fail(town, login, "2001:db8::1") == "identity.sign_in_failed")
        }
        #expect(try await fail(town, "e", "2001:db8::2") == "identity.sign_ins_exhausted")
        #expect(try await fail(town, "e", "2001:db8:0:1::1") == "identity.sign_in_failed")
        for login in ["f", "g", "h", "i"] {
            #expect(try await fail(town, login, "127.0.0.1") == "identity.sign_in_failed")
        }
    }

    @Test func `a hash of another cost is renewed at the next sign-in`() async throws {
        let town = Town()
        let ana = try await town.person("ana")
        let dearer = Town(cost: PasswordCost(logN: 2, r: 1, p: 1), clock: town.clock)
        #expect(try await hash(ana).hasPrefix("$scrypt$ln=1,r=1,p=1$"))
        _ = try await refusal { try await dearer.ask(SignIn(login: "ana", password: "wrong one")) }
        #expect(try await hash(ana).hasPrefix("$scrypt$ln=1,r=1,p=1$"))
        _ = try await dearer.ask(SignIn(login: "ana", password: Town.password))
        let renewed = try await hash(ana)
        #expect(renewed.hasPrefix("$scrypt$ln=2,r=1,p=1$"))
        _ = try await dearer.ask(SignIn(login: "ana", password: Town.password))
        #expect(try await hash(ana) == renewed)
    }

    private func fail(
        _ town: Town,
        _ login: String,
        _ address: String? = nil
    ) async throws -> String {
        try await refusal {
            try await town.ask(SignIn(login: login, password: "a wrong one"), from: address)
        }.code
    }

    private func hash(_ user: UserID) async throws -> String {
        try #require(try await Database.fresh.credentials(user)).passwordHash
    }
}
