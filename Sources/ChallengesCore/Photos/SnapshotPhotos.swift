package import ChallengesAPI
import FoundationEssentials
package import Identifiers
import Postgres

extension Reader {
    /// The challenges' own copies of their definitions' pictures, in order. Challenges without
    /// pictures are left out. Reads nothing if no challenge has a definition.
    package func snapshotPhotos(
        of challenges: [ChallengeRecord]
    ) async throws -> [ChallengeID: [Photo]] {
        let subjects = Set(challenges.filter { $0.snapshot.definition != nil }.map(\.id.uuid))
        guard !subjects.isEmpty else { return [:] }
        let photos = try await photos(of: .challenge, Array(subjects))
        return Dictionary(
            uniqueKeysWithValues: photos.map { (ChallengeID($0.key), $0.value.map(\.shown)) }
        )
    }
}
