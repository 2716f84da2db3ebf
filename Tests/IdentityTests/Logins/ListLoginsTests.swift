import Identifiers
import IdentityAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// The list of logins (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct ListLoginsTests {
    @Test func `a user's own logins are listed, and whether there is a password`() async throws {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(.google, "ana").user.id
            let bo = try await scene.town.person("bob")
            let none = try await scene.town.ask(ListLogins(), as: bo)
            #expect(none.items.isEmpty)
            #expect(none.hasPassword)
            try await scene.link(.apple, "ana", to: ana)
            let both = try await scene.town.ask(ListLogins(), as: ana)
            #expect(Set(both.items.map(\.provider)) == [.apple, .google])
            #expect(!both.hasPassword)
            #expect(try await scene.town.ask(ListLogins(), as: bo).items.isEmpty)
        }
    }
}
