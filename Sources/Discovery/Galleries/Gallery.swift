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

/// The pictures of contests, of goals and of people, and those that people add by themselves (2.10-gallery).
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
}

extension GalleryRow {
    /// The picture as those who may see it get it.
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
