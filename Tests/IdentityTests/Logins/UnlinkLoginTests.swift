import Identifiers
import IdentityAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Unlinking logins (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct UnlinkLoginTests {
    @Test func `an unlinked login no longer signs in to the account`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.town.person("ana")
            try await scene.link(.apple, "ana", to: ana)
            try await scene.unlink(.apple, from: ana)
            #expect(try await scene.logins(of: ana).isEmpty)
            try await scene.unlink(.apple, from: ana)
            #expect(try await scene.enter(.apple, "ana").user.id != ana)
        }
    }

    @Test func `the last login stays`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user.id
            let fault = try await refusal { try await scene.unlink(.google, from: ana) }
            #expect(fault == IdentityError.loginLast.fault)
            #expect(fault.kind == .conflict)
            try await scene.link(.apple, "ana", to: ana)
            try await scene.unlink(.google, from: ana)
            #expect(try await scene.logins(of: ana) == [.apple])
        }
    }

    @Test func `a login of a provider that is off does not count as one to sign in with`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user.id
            let off = Town(clock: scene.town.clock)
            try await scene.link(.apple, "ana", to: ana)
            let fault = try await refusal {
                try await off.ask(UnlinkLogin(provider: "google"), as: ana)
            }
            #expect(fault == IdentityError.loginLast.fault)
        }
    }

    @Test func `of two logins that are unlinked at once, one stays`() async throws {
        try await LoginScene.run { scene in
            for number in 0..<8 {
                let ana = try await scene.enter(.google, "ana\(number)").user.id
                try await scene.link(.apple, "ana\(number)", to: ana)
                let codes = try await withThrowingTaskGroup { group in
                    let both = [
                        (LocalProvider.Kind.google, scene.town), (.apple, scene.other),
                    ]
                    for (kind, town) in both {
                        group.addTask {
                            do {
                                try await scene.unlink(kind, from: ana, at: town)
                                return "ok"
                            } catch let fault as Fault {
                                return fault.code
                            }
                        }
                    }
                    return try await group.reduce(into: [String]()) { $0.append($1) }
                }
                #expect(Set(codes) == ["ok", "identity.login_last"])
                #expect(try await scene.logins(of: ana).count == 1)
            }
        }
    }
}
