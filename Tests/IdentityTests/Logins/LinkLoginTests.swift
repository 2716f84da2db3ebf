import Identifiers
import IdentityAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Linking logins (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct LinkLoginTests {
    @Test func `a linked login signs in, and the address is told`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.town.person("ana", email: "ana@example.org")
            let login = try await scene.link(.apple, "Ana", to: ana)
            #expect(login.provider == .apple)
            #expect(login.email == "ana@example.com")
            #expect(login.linkedAt == scene.town.clock.now)
            #expect(try await scene.enter(.apple, "Ana").user.id == ana)
            let mails = try await scene.town.mails()
            #expect(mails.map(\.subject) == ["Your account has a new login"])
            // Linking it again does nothing.
            scene.town.clock.advance(by: .seconds(1))
            #expect(try await scene.link(.apple, "Ana", to: ana) == login)
            #expect(try await scene.town.mails().count == 1)
            let reply = try await scene.town.ask(ListLogins(), as: ana)
            #expect(reply.items == [login])
            #expect(reply.hasPassword)
        }
    }

    @Test func `a login of another account, and a second one of a provider, are refused`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user.id
            let bo = try await scene.town.person("bob")
            let taken = try await refusal { try await scene.link(.google, "ana", to: bo) }
            #expect(taken == IdentityError.loginTaken.fault)
            #expect(taken.kind == .conflict)
            let second = try await refusal { try await scene.link(.google, "ana2", to: ana) }
            #expect(second == IdentityError.loginExists.fault)
            #expect(try await scene.enter(.google, "ana").user.id == ana)
            #expect(try await scene.logins(of: bo).isEmpty)
        }
    }

    @Test func `of several accounts that link one login at once, one gets it`() async throws {
        try await LoginScene.run { scene in
            let people = [
                try await scene.town.person("ana"), try await scene.town.person("bob"),
            ]
            let codes = try await withThrowingTaskGroup { group in
                for user in people {
                    group.addTask {
                        do {
                            try await scene.link(.google, "cyd", to: user)
                            return "ok"
                        } catch let fault as Fault {
                            return fault.code
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            #expect(Set(codes) == ["ok", "identity.login_taken"])
        }
    }

    @Test func `an account without a password sets one within 10 minutes of a sign-in`()
        async throws
    {
        try await LoginScene.run { scene in
            let first = try await scene.enter(.google, "ana")
            let ana = first.user.id
            let wrong = try await refusal { try await scene.town.signIn(first.user.username) }
            #expect(wrong == IdentityError.signInFailed.fault)
            let call = ChangePassword(password: Town.password)
            let nowhere = try await refusal { try await scene.town.ask(call, as: ana) }
            #expect(nowhere == IdentityError.sessionOld.fault)
            let old = try await scene.town.session(first)
            scene.town.clock.advance(by: .minutes(10) + .microseconds(1))
            let late = try await refusal {
                try await scene.town.ask(call, as: ana, session: old)
            }
            #expect(late == IdentityError.sessionOld.fault)
            #expect(late.kind == .forbidden)
            let new = try await scene.town.session(scene.enter(.google, "ana"))
            scene.town.clock.advance(by: .minutes(10))
            _ = try await scene.town.ask(call, as: ana, session: new)
            #expect(try await scene.town.signIn(first.user.username).user.id == ana)
            // From now on the present password is needed.
            let fault = try await refusal {
                try await scene.town.ask(call, as: ana, session: new)
            }
            #expect(fault == Refusal(IdentityError.passwordWrong, at: "/current").fault)
            try await scene.unlink(.google, from: ana)
        }
    }
}
