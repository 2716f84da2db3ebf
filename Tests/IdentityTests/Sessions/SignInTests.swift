import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct SignInTests {
    @Test func `a user signs in with a username or an address`() async throws {
        let town = Town()
        let ana = try await town.person("ana", email: "Ana@example.org")
        for login in ["ana", "ANA", " Ana ", "ana@example.org", "ANA@Example.ORG"] {
            let signedIn = try await town.ask(SignIn(login: login, password: Town.password))
            #expect(signedIn.user.id == ana)
            #expect(try await town.isActive(town.session(signedIn)))
        }
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

    @Test func `a password matches from a keyboard that decomposes`() async throws {
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

    private func hash(_ user: UserID) async throws -> String {
        try #require(try await Database.fresh.credentials(user)).passwordHash
    }
}
