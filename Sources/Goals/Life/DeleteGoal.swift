import ChallengesAPI
import ChallengesCore
import FoundationEssentials
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import RPC
import Wire

extension Goals {
    func deleteGoal(_ call: DeleteGoal, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        return try await database.once(
            call,
            in: context,
            at: now(),
            after: [GoalRow.turn(call.goal)]
        ) { tx in
            guard let row = try await GoalRow.held(call.goal, in: tx), row.goal.owner == asker
            else { throw ChallengesError.goalNotFound }
            try await moves.refuse(call.ifVersion, of: row, to: .owner, in: tx)
            let id = row.id
            let now = now()
            let entries = try await tx.deleteEntries(of: id)
            try tx.deletePeriods(of: id)
            try await tx.deleteTimings(of: id.uuid, .goal, by: asker)
            try tx.unschedule(GoalRow.timer, id)
            let subject = SubjectID(id.uuid)
            let hasReminded = try await tx.deleteReminders(of: asker, about: subject)
            try tx.lockPhotos(of: asker)
            var emissions = try await keepPhotos(of: id, entries, in: tx)
            emissions += row.goal.news(isDeleted: true) + row.goal.deletionNews
            let told: [Notice.Kind] =
                (row.life.metAt == nil ? [] : [.goalReached]) + (hasReminded ? [.reminder] : [])
            for kind in told {
                let settled = NoticesSettled(
                    subject: row.subject,
                    kinds: [kind],
                    outcome: .gone,
                    at: now
                )
                emissions.append(Emission(event: settled, destination: .identity))
            }
            try tx.delete(row.goal)
            try tx.publish(emissions, at: now)
            return Nothing()
        }
    }

    /// Moves the pictures of a deleted goal to its owner's gallery.
    ///
    /// - Returns: The events for mediad.
    private func keepPhotos(
        of goal: ChallengeID,
        _ entries: [EntryID],
        in tx: Transaction
    ) async throws -> [Emission] {
        var emissions: [Emission] = []
        let places = [(PhotoRecord.Place.goal, [goal.uuid]), (.goalEntry, entries.map(\.uuid))]
        for (place, subjects) in places {
            for (subject, kept) in try await tx.keepPhotos(of: place, subjects) {
                guard let owner = kept.first?.owner else { continue }
                let media = kept.map(\.media)
                emissions += Pictures.emissions(of: .own, owner.uuid, using: media)
                emissions += Pictures.emissions(of: place, subject, using: [], releasing: media)
            }
        }
        return emissions
    }
}
