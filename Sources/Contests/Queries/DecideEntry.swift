import ChallengesAPI
import ChallengesCore
import IdentityAPI
import Postgres
import RPC

extension Disputes {
    func decideEntry(_ call: DecideEntry, in context: CallContext) async throws -> Entry {
        let asker = try context.signedIn
        let place = try await place(of: call)
        return try await contests.once(call, in: context, of: place.contest, .shared) {
            contest,
            tx in
            // Locked before the entry, as everywhere, because the score changes with it.
            let player = try await tx.heldParticipant(place.user, of: contest.id)
            let entry = try await held(call, to: .decide, of: contest, for: asker, in: tx)
            let now = contests.now()
            let judged = try judge(
                entry,
                call.removes ? .removed : .kept,
                by: asker,
                at: now,
                in: tx
            )
            var changed: [ParticipantRecord] = []
            if call.removes, let player {
                changed = [
                    try await Entries.recount(
                        afterRemovalFrom: player,
                        in: contest,
                        at: now,
                        in: tx
                    )
                ]
            }
            let isAskerJoined = try await isAskerJoined(entry, in: tx)
            let shown = try await entries.entryReply(judged, of: contest, to: asker, in: tx)
            try tx.tellScoring(of: changed, at: now)
            let query = OpenQuery(entry: judged, isAskerJoined: isAskerJoined)
            try tellDecided(query, of: contest, by: asker, .acted, at: now, in: tx)
            return shown
        }
    }

    /// Whether the user who queried an entry is still a participant.
    private func isAskerJoined(_ entry: EntryRecord, in reader: some Reader) async throws -> Bool {
        guard let query = entry.query else { return false }
        return try await reader.participant(query.by, of: entry.challenge)?.state == .joined
    }
}

extension DecideEntry: DisputeCall {}
