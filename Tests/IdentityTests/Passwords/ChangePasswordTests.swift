import Identifiers
import IdentityAPI
import TestKit
import Testing
import Values
import Wire

@testable import Identity

@Suite(.freshDatabase(Identity.migrations)) struct ChangePasswordTests {
    static let new = "battery staple"
    let town = Town()

    @Test func `a new password ends the other sessions`() async throws {
        let own = try await town.register("ana")
        let other = try await town.signIn("ana")
        let (mine, others) = try await (town.session(own), town.session(other))
        let ana = own.user.id
        _ = try await town.ask(change(), as: ana, session: mine)
        #expect(try await town.isActive(mine))
        #expect(try await !town.isActive(others))
        let fault = try await refusal {
            try await town.ask(RefreshSession(refreshToken: other.refreshToken))
        }
        #expect(fault.code == "identity.refresh_token_invalid")
        let revoked = try await town.identity.database.revocations(after: 0)
        #expect(revoked.map(\.session) == [others])
        let old = try await refusal { try await town.signIn("ana") }
        #expect(old == IdentityError.signInFailed.fault)
        let signedIn = try await town.ask(SignIn(login: "ana", password: Self.new))
        #expect(signedIn.user.id == ana)
    }

    @Test(arguments: ["a wrong one", nil])
    func `a wrong present password changes nothing`(current: String?) async throws {
        let own = try await town.register("ana")
        let fault = try await refusal {
            try await town.ask(change(from: current), as: own.user.id)
        }
        #expect(fault == Refusal(IdentityError.passwordWrong, at: "/current").fault)
        #expect(fault.kind == .forbidden)
        #expect(try await town.signIn("ana").user.id == own.user.id)
        #expect(try await town.isActive(town.session(own)))
    }

    @Test(arguments: ["seven c", String(repeating: "x", count: 257)])
    func `an invalid new password is refused`(password: String) async throws {
        let ana = try await town.person("ana")
        let call = ChangePassword(current: Town.password, password: password)
        let fault = try await refusal { try await town.ask(call, as: ana) }
        #expect(fault == Refusal(IdentityError.passwordInvalid, at: "/password").fault)
    }

    @Test func `guesses are counted, and right passwords are not`() async throws {
        let ana = try await town.person("ana")
        for _ in 0..<9 {
            let fault = try await refusal { try await town.ask(change(from: "wrong"), as: ana) }
            #expect(fault.code == "identity.password_wrong")
        }
        for _ in 0..<2 {
            let same = ChangePassword(current: Town.password, password: Town.password)
            _ = try await town.ask(same, as: ana)
        }
        _ = try await refusal { try await town.ask(change(from: "wrong"), as: ana) }
        let fault = try await refusal { try await town.ask(change(), as: ana) }
        #expect(fault.code == "identity.passwords_exhausted")
        #expect(fault.retryAfterSeconds == 600)
        town.clock.advance(by: .minutes(10))
        _ = try await town.ask(change(), as: ana)
    }

    @Test func `of several guesses at once no more count than the limit allows`() async throws {
        let ana = try await town.person("ana")
        let codes = try await withThrowingTaskGroup { group in
            for _ in 0..<16 {
                group.addTask { [town] in
                    try await refusal { try await town.ask(change(from: "wrong"), as: ana) }.code
                }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(codes.count { $0 == "identity.password_wrong" } == 10)
        #expect(codes.count { $0 == "identity.passwords_exhausted" } == 6)
    }

    @Test func `of two changes of the same password one counts`() async throws {
        let ana = try await town.person("ana")
        let outcomes = try await withThrowingTaskGroup { group in
            for password in ["battery staple", "staple battery"] {
                group.addTask { [town] in
                    let call = ChangePassword(current: Town.password, password: password)
                    do {
                        _ = try await town.ask(call, as: ana)
                        return true
                    } catch let fault as Fault where fault.code == "identity.password_wrong" {
                        return false
                    }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
    }

    @Test func `a caller whose account is gone must sign in`() async throws {
        let fault = try await refusal { try await town.ask(change(), as: UserID()) }
        #expect(fault == WireError.signInNeeded.fault)
    }

    private func change(from current: String? = Town.password) -> ChangePassword {
        ChangePassword(current: current, password: Self.new)
    }
}
