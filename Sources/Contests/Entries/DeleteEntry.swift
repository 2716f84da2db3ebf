import ChallengesAPI
import ChallengesCore
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Entries {
    func deleteEntry(_ call: DeleteEntry, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        let known = try await ownEntry(call.entry, of: asker)
        return try await contests.once(
            call,
            in: context,
            of: known.challenge,
            .shared
        ) { contest, tx in
            guard let person = try await tx.heldParticipant(asker, of: contest.id),
                let held = try await tx.heldEntry(known.id)
            else { throw ChallengesError.entryNotFound }
            guard held.state != .deleted else { return Nothing() }
            let isStale = call.ifVersion.map { $0 != held.version } ?? false
            let refused = held.refusalOfDeletion(in: contest.life)
            if let refused = isStale ? ChallengesError.versionStale : refused {
                throw try await refusal(refused, of: held, in: contest, tx)
            }
            let now = now()
            var next = held
            next.state = .deleted
            next.editedAt = now
            next.version += 1
            try tx.save(next, over: held.version)
            try tx.note(.deleted, of: next, by: asker, at: now)
            let released = try await tx.removePhotos(of: .entry, held.id.uuid)
            let counted = try await Self.recount(person, in: contest, at: now, in: tx)
            if held.state == .queried {
                let subject = Notice.Subject(held.id)
                try tx.settle([.entryQueried], of: subject, .acted, at: now)
            }
            try tx.tellScoring(of: [counted], at: now)
            let emissions = Pictures.emissions(
                of: .entry,
                held.id.uuid,
                using: [],
                releasing: released
            )
            try tx.publish(emissions, at: now)
            return Nothing()
        }
    }
}
