package import ChallengesAPI
package import Identifiers
import TestKit
package import Values
import Wire

extension Scene {
    /// Creates a definition as a user, Ana by default.
    package func defineRun(
        as user: UserID? = nil,
        proof: Proof = .optional,
        visibility: Visibility = .private,
        pictures: [MediaID] = []
    ) async throws -> DefinitionID {
        let call = CreateDefinition(
            name: "Run 5 km",
            caption: "Along the river",
            description: "At any pace.",
            category: "endurance",
            unit: "km",
            target: Self.fiveAndAHalf,
            targetSeconds: 1_500,
            proof: proof,
            visibility: visibility,
            mediaIDs: pictures
        )
        return try await ask(call, as: user ?? ana).id
    }

    /// The target of all definitions created here.
    package static let fiveAndAHalf = Amount(millionths: 5_500_000)

    /// Sends a definition from Ana to Bo and Cy.
    package func send(
        _ definition: DefinitionID,
        kind: ChallengeKind = .workout,
        languages: String? = nil
    ) async throws -> CreateChallenge.Reply {
        let call = CreateChallenge(
            kind: kind,
            recipients: [bo, cy],
            deadline: clock.now + .days(1),
            definition: definition,
            languages: languages
        )
        return try await ask(call, as: ana)
    }
}
