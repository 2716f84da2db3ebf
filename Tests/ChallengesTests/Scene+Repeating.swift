import ChallengesAPI
import Identifiers
import TestKit
import Testing
import Values
import Wire

extension Scene {
    /// Asks, loses the reply, and asks again with the same key after something else has happened:
    /// the answer is that of the first time, and nothing has happened twice.
    ///
    /// - Returns: The answer.
    @discardableResult
    func expectRepeatable<C: Call>(
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

    /// Texts for a reason, and whether they are one: the edges, and one beyond each.
    static let reasons: [(String, Bool)] = [
        ("", false), (" \n", false), ("x", true), ("Two\nlines.", true), ("a\0b", false),
        (String(repeating: "x", count: 500), true), (String(repeating: "x", count: 501), false),
    ]

    /// The refusal of what is no reason.
    static let noReason = Refusal(ChallengesError.reasonInvalid, at: "/reason").fault
}
