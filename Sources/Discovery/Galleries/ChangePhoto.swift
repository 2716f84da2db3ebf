import ChallengesAPI
import ChallengesCore
import Contests
import Identifiers
import Outbox
import Postgres
import RPC
import Wire

extension Gallery {
    func changePhoto(
        _ call: ChangePhoto,
        in context: CallContext
    ) async throws -> Entry.EntryPhoto {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        guard call.audience != .unknown else {
            throw Refusal(ChallengesError.audienceUnknown, at: "/audience")
        }
        guard let known = try await database.contestPhoto(call.photo, of: asker)?.challenge else {
            return try await changeOwn(call, by: asker, in: context)
        }
        return try await contests.once(
            call,
            in: context,
            of: known,
            .shared
        ) { contest, tx in
            // Every change of what the picture belongs to locks its owner's participant row too.
            guard try await tx.heldParticipant(asker, of: contest.id) != nil,
                let held = try await tx.contestPhoto(call.photo, of: asker)
            else { throw ChallengesError.photoNotFound }
            try await refuse(call.ifVersion, ofWhatShows: held, to: asker, in: tx)
            guard contest.visibility.allows(call.audience, of: held.place) else {
                throw Refusal(ChallengesError.audienceTooWide, at: "/audience")
            }
            try tx.save(call.audience, of: call.photo)
            var changed = held.photo
            changed.photo.audience = call.audience
            return changed.shown
        }
    }

    /// Changes the audience of a picture of a goal, or of a picture without a challenge.
    private func changeOwn(
        _ call: ChangePhoto,
        by asker: UserID,
        in context: CallContext
    ) async throws -> Entry.EntryPhoto {
        try await database.once(call, in: context, at: now()) { tx in
            guard var held = try await tx.ownPhoto(call.photo, of: asker) else {
                throw ChallengesError.photoNotFound
            }
            try await refuse(call.ifVersion, ofWhatShows: held, to: asker, in: tx)
            guard held.place == .own || call.audience.isOfGoals else {
                throw Refusal(ChallengesError.audienceTooWide, at: "/audience")
            }
            try tx.save(call.audience, of: call.photo)
            held.photo.photo.audience = call.audience
            return held.photo.shown
        }
    }
}
