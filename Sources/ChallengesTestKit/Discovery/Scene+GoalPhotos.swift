package import ChallengesAPI
package import Identifiers
import Values

extension Scene {
    /// Creates a goal: ten pages, once, by default.
    package func goal(
        of user: UserID,
        _ change: (inout CreateGoal) -> Void = { _ in }
    ) async throws -> Goal {
        var call = CreateGoal(name: "Read", unit: "pages", target: .of("10"))
        change(&call)
        return try await ask(call, as: user)
    }

    /// Adds pictures to a goal as its owner.
    package func add(
        _ media: [MediaID],
        toGoal goal: ChallengeID,
        audience: Audience? = nil,
        by user: UserID
    ) async throws -> [GalleryPhoto] {
        let call = AddPhotos(goal: goal, mediaIDs: media, audience: audience)
        return try await ask(call, as: user).items
    }
}
