import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres

// Puts together what several tables hold of completions.
extension Reader {
    /// What people show for having completed a contest, as far as a person may see it
    /// (2.10-photos): the notes only if they are inside, each picture by its audience. Who shows
    /// them nothing has no entry.
    ///
    /// - Parameters:
    ///   - contest: The contest.
    ///   - users: People whom the viewer sees by their names.
    ///   - access: Who looks at it.
    /// - Returns: What each of them shows.
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
