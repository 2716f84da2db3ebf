import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Dismissed suggestions (2.8-suggestions).
@Suite(.freshDatabase(Identity.migrations)) struct DismissSuggestionTests {
    @Test func `a dismissed suggestion stays dismissed, for the one who dismissed it`()
        async throws
    {
        try await LoginScene.run { scene in
            let ana = try await scene.enter(scene.user("ana")).user.id
            let user = scene.user("bob", friends: ["ana"])
            let bo = try await scene.enter(user).user.id
            for _ in 0..<2 {
                _ = try await scene.town.ask(DismissSuggestion(user: ana), as: bo)
                _ = try await scene.enter(user)
                #expect(try await scene.suggested(to: bo).isEmpty)
                #expect(try await scene.suggested(to: ana) == [bo])
            }
            let fault = try await refusal {
                try await scene.town.ask(DismissSuggestion(user: UserID()), as: bo)
            }
            #expect(fault == IdentityError.suggestionUnknown.fault)
            #expect(fault.kind == .notFound)
        }
    }
}
