import Identifiers
import IdentityAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// What operators see of providers (2.8-logins).
@Suite(.freshDatabase(Identity.migrations)) struct ListProvidersTests {
    @Test func `an operator sees which providers are on, their keys and their last failure`()
        async throws
    {
        try await LoginScene.run { scene in
            let before = try await scene.town.ask(ListProviders(), peer: .operator).items
            #expect(before.map(\.provider) == [.apple, .facebook, .google])
            #expect(before.allSatisfy { $0.keys == 0 && $0.keysFetchedAt == nil })
            _ = try await scene.enter(.google, "ana")
            let google = try await scene.google(scene.town)
            #expect(google.keys == 1)
            #expect(google.keysFetchedAt == scene.town.clock.now)
            scene.google.rotate()
            scene.google.does(.failure)
            scene.town.clock.advance(by: .minutes(2))
            let fault = try await refusal { try await scene.enter(.google, "bob") }
            #expect(fault == IdentityError.providerUnavailable.fault)
            let failed = try await scene.google(scene.town)
            #expect(failed.failedAt == scene.town.clock.now)
            #expect(failed.failure?.isEmpty == false)
            #expect(failed.keys == 1)
        }
    }

    @Test func `a process without providers lists none`() async throws {
        #expect(try await Town().ask(ListProviders(), peer: .operator).items.isEmpty)
    }
}

extension LoginScene {
    /// What operators see of Google.
    fileprivate func google(_ town: Town) async throws -> ListProviders.Item {
        let items = try await town.ask(ListProviders(), peer: .operator).items
        return try #require(items.first { $0.provider == .google })
    }
}
