import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres

// Completions, read from several tables.
extension Reader {
    /// The parts of users' completions that a viewer may see (2.10-photos): notes only for
    /// participants and the owner, pictures by their audience. Users of whose completion the viewer
    /// sees nothing are left out.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - users: Users whom the viewer sees by name.
    ///   - access: The viewer's access.
    /// - Returns: The completions by user.
    /// - Throws: `PostgresError`.
    func completionReplies(
        of contest: ChallengeID,
        by users: [UserID],
        seenBy access: EntriesAccess
    ) async throws -> [UserID: Participant.Completion] {
        let completions = try await completions(of: contest, by: users)
        let photos = try await contestPhotos(
            of: .completion,
            completions.values.map(\.id),
            seenBy: access
        )
        return completions.compactMapValues { completion in
            let photos = photos[completion.id] ?? []
            let seesNote = access.isInside || completion.user == access.viewer
            guard seesNote || !photos.isEmpty else { return nil }
            return Participant.Completion(
                note: seesNote ? completion.note : "",
                photos: photos.map(\.shown)
            )
        }
    }
}
