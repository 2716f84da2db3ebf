import ChallengesAPI
import ChallengesCore
import Definitions
import FoundationEssentials
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Entries {
    func completeContest(
        _ call: CompleteContest,
        in context: CallContext
    ) async throws -> Contest {
        let asker = try context.signedIn
        if let given = try await database.reply(to: call, in: context) { return given }
        try check(call.note, call.mediaIDs)
        let subject = UUID.version7()
        let photos = try await claim(call, for: subject, of: asker, in: context)
        return try await contests.once(
            call,
            in: context,
            of: call.contest,
            .shared
        ) { contest, tx in
            let held = try await tx.heldParticipant(asker, of: contest.id)
            var person = try await joined(held, asker, in: contest, tx)
            try await tx.refuse(call.ifVersion, of: contest, to: asker, at: now(), under: rules)
            if try await isNew(call, of: asker, in: contest, tx) {
                let now = now()
                let id = contest.id
                person.completedAt = now
                let completed = try tx.save(person)
                try tx.insert(
                    CompletionRecord(
                        id: subject,
                        challenge: id,
                        user: asker,
                        note: call.note ?? "",
                        completedAt: now
                    )
                )
                try await tx.insert(photos, of: .completion, subject, challenge: id, at: now)
                try tx.tellScoring(of: [completed], at: now)
                let used = photos.map(\.media)
                let emissions = Pictures.emissions(of: .completion, subject, using: used)
                try tx.publish(emissions, at: now)
            }
            return try await tx.contestReply(contest, to: asker, at: now(), under: rules)
        }
    }

    /// Checks everything that can be checked before mediad is called, and claims the pictures.
    /// Everything is checked again once the contest is locked.
    private func claim(
        _ call: CompleteContest,
        for subject: UUID,
        of user: UserID,
        in context: CallContext
    ) async throws -> [PhotoRecord] {
        guard let ids = call.mediaIDs, !ids.isEmpty else { return [] }
        let contest = try await current(call.contest)
        let read = try await database.participant(user, of: contest.id)
        _ = try await joined(read, user, in: contest, database)
        try await database.refuse(call.ifVersion, of: contest, to: user, at: now(), under: rules)
        guard try await isNew(call, of: user, in: contest, database) else { return [] }
        return try await claim(ids, of: user, for: .completion, subject, in: contest, context)
    }

    /// Whether a participant's call completes the contest; `false` if an equal call did before.
    /// Throws what the contest refuses.
    private func isNew(
        _ call: CompleteContest,
        of user: UserID,
        in contest: ContestRecord,
        _ reader: some Reader
    ) async throws -> Bool {
        if let made = try await reader.completions(of: contest.id, by: [user])[user] {
            let photos = try await reader.photos(of: .completion, [made.id])[made.id] ?? []
            guard made.note.utf8.elementsEqual((call.note ?? "").utf8),
                photos.map(\.media) == call.mediaIDs ?? []
            else { throw ChallengesError.wrongState }
            return false
        }
        if let refused = contest.refusalOfCompletion(showing: call.mediaIDs ?? []) { throw refused }
        return true
    }
}
