package import ChallengesAPI
package import Identifiers
import TestKit
package import Testing
import Values
package import Wire

extension Scene {
    /// Makes a call, loses the reply, and repeats the call with the same key after something else
    /// has happened: the reply is the first one, and nothing happened twice.
    ///
    /// - Returns: The reply.
    @discardableResult
    package func expectRepeatable<C: Call>(
        _ call: C,
        as user: UserID,
        meanwhile: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> Assignment where C.Reply == Assignment {
        let first = try await ask(call, as: user, key: "k")
        clock.advance(by: .minutes(1))
        try await meanwhile()
        let between = try await get(first.id, as: user)
        #expect(between != first, "nothing happened meanwhile", sourceLocation: sourceLocation)
        let again = try await ask(call, as: user, key: "k")
        #expect(again == first, sourceLocation: sourceLocation)
        let after = try await get(first.id, as: user)
        #expect(after == between, "it happened twice", sourceLocation: sourceLocation)
        return first
    }

    /// Texts, and whether they are valid reasons: the limits, and one beyond each.
    package static let reasons: [(String, Bool)] = [
        ("", false), (" \n", false), ("x", true), ("Two\nlines.", true), ("a\0b", false),
        (String(repeating: "x", count: 500), true), (String(repeating: "x", count: 501), false),
    ]

    /// The refusal of an invalid reason.
    package static let noReason = Refusal(ChallengesError.reasonInvalid, at: "/reason").fault
}
