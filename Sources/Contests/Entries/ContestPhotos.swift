import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import Postgres
import Values
import Wire

// The pictures in the `photos` table that a viewer sees in a contest.
extension Reader {
    /// The pictures of several entries or completions that a viewer may see, in order, by the id of
    /// the entry or completion. Those without pictures are left out. Only the owner of a picture
    /// sees it while they are not a participant.
    func contestPhotos(
        of place: PhotoRecord.Place,
        _ subjects: [UUID],
        seenBy access: EntriesAccess
    ) async throws -> [UUID: [ContestPhoto]] {
        guard !subjects.isEmpty else { return [:] }
        let rows = try await all(
            """
            SELECT subject, id, \(PhotoRecord.columns) FROM photos
            WHERE of = \(place.rawValue) AND subject = ANY(\(subjects))
                AND \(audience: "photos.audience", of: "photos.owner", includes: access)
                AND (photos.owner = \(access.viewer)
                    OR \(isJoined: "photos.owner", in: "photos.challenge"))
            ORDER BY position
            """,
            // A point read may return at most 200 rows.
            subjects.count * AddEntry.mediaLimit.upperBound <= 200 ? .point : .leased
        ) { row in
            try (subject: row.next(UUID.self), photo: ContestPhoto(reading: &row))
        }
        return rows.reduce(into: [:]) { photos, row in
            photos[row.subject, default: []].append(row.photo)
        }
    }
}
