import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Gallery {
    func removePhoto(_ call: RemovePhoto, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        return try await database.once(call, in: context, at: now()) { tx in
            // Deleting a goal decides about its pictures under the same lock.
            try tx.lockPhotos(of: asker)
            guard let removed = try await tx.removeAdded(call.photo, of: asker) else {
                let isBound = try await tx.hasInGallery(call.photo, asker)
                throw isBound ? ChallengesError.photoBound : .photoNotFound
            }
            // A refusal rolls the removal back.
            try await refuse(call.ifVersion, ofWhatShows: removed, to: asker, in: tx)
            let emissions = Pictures.emissions(
                of: removed.place,
                removed.subject,
                using: [],
                releasing: [removed.photo.photo.media]
            )
            try tx.publish(emissions, at: now())
            return Nothing()
        }
    }
}
