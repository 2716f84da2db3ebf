import ChallengesAPI
import ChallengesCore
import Contests
import FoundationEssentials
import Goals
import Identifiers
import Postgres
import RPC
import Values
import Wire

/// The galleries of contests, goals and users, and the pictures that users add to them
/// (2.10-gallery).
struct Gallery: Sendable {
    let contests: ContestChanges
    let goals: Goals
    let rules: DiscoveryRules

    var database: Database { contests.database }
    var pictures: Pictures { Pictures(media: contests.media) }
    var now: @Sendable () -> Instant { contests.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(addPhotos)
            $0.on(listPhotos)
            $0.on(removePhoto)
            $0.on(changePhoto)
        }
    }

    /// Refuses a stale version: that of a picture's entry or goal, or else of its contest if the
    /// picture's owner sees the contest. Other pictures have no version. The version is read
    /// without a lock, because changes of a picture do not depend on it.
    func refuse(
        _ version: Int64?,
        ofWhatShows photo: ShownPhoto,
        to owner: UserID,
        in tx: Transaction
    ) async throws {
        guard let version else { return }
        let present: Int64? =
            switch photo.place {
            case .entry: try await tx.entry(EntryID(photo.subject))?.version
            case .goal: try await tx.goal(ChallengeID(photo.subject))?.life.version
            case .gallery, .completion:
                if let id = photo.challenge, let contest = try await tx.contest(id),
                    try await tx.access(of: contest, for: owner).seesHead
                {
                    contest.shownVersion(at: now(), under: contests.rules)
                } else {
                    nil
                }
            case .attempt, .challenge, .contest, .definition, .goalEntry, .own: nil
            }
        guard present == version else { throw ChallengesError.versionStale }
    }
}

extension GalleryRow {
    /// The picture as its viewers get it.
    func galleryReply(by owner: Person) -> GalleryPhoto {
        GalleryPhoto(
            photoID: id,
            photo: photo.shown,
            user: owner,
            of: place.shown,
            challengeID: challenge,
            entryID: place == .entry || place == .goalEntry ? EntryID(subject) : nil,
            assignmentID: assignment,
            audience: photo.audience,
            taken: photo.taken,
            addedAt: addedAt
        )
    }
}

extension PhotoRecord.Place {
    fileprivate var shown: GalleryPhoto.Place {
        switch self {
        case .attempt: .attempt
        case .challenge, .contest, .definition: .challenge
        case .entry: .entry
        case .completion: .completion
        case .gallery: .contest
        case .goal: .goal
        case .goalEntry: .goalEntry
        case .own: .own
        }
    }
}
