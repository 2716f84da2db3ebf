import ChallengesAPI
import Identifiers
import IdentityAPI
import Outbox
import People
import Postgres
import RPC
import Values
import Wire

extension Health {
    func putHealthDay(_ call: PutHealthDay, in context: CallContext) async throws -> HealthDay {
        let user = try context.signedIn
        // What the clock refuses now may have been stored before.
        if let given = try await database.reply(to: call, in: context) { return given }
        let days = LocalDays(try await database.copies(of: [user])[user]?.zones)
        let draft = try HealthDraft(call, days: days, at: now(), under: rules)
        // Refused before anything is held; checked again under the lock.
        _ = try await day(of: draft, by: user, days, in: database)
        while true {
            let contests = try await contestsReading(draft, of: user)
            do {
                return try await database.once(
                    call,
                    in: context,
                    at: now(),
                    after: contests.map { database.turn($0, .shared) } + [turn(of: user)]
                ) { tx in
                    for contest in contests { try tx.lock(contest, .shared) }
                    try tx.lockHealth(of: user)
                    return try await put(draft, by: user, days, holding: Set(contests), in: tx)
                }
            } catch is HealthReadersChanged {
                continue
            }
        }
    }

    /// Stores a total and has everything that reads it count it.
    private func put(
        _ draft: HealthDraft,
        by user: UserID,
        _ days: LocalDays,
        holding contests: Set<ChallengeID>,
        in tx: Transaction
    ) async throws -> HealthDay {
        var day = try await day(of: draft, by: user, days, in: tx)
        let before = day.total
        guard let stored = try day.put(draft.total) else { return try shown(day) }
        try tx.put(stored, of: day)
        let shown = try shown(day)
        guard before?.amount != day.total?.amount || before?.measured != day.total?.measured else {
            return shown
        }
        let change = HealthDayChange(
            user: user,
            metric: draft.metric,
            day: draft.day,
            at: now(),
            contests: contests
        )
        for feature in features { try await feature.healthDayChanged(change, in: tx) }
        return shown
    }

    /// The day as it is stored, or as it is before its first total.
    ///
    /// - Throws: `challenges.day_frozen`; `PostgresError`.
    private func day(
        of draft: HealthDraft,
        by user: UserID,
        _ days: LocalDays,
        in reader: some Reader
    ) async throws -> HealthDayRecord {
        let stored = try await reader.healthDay(of: user, draft.metric, draft.day)
        let day =
            stored
            ?? HealthDayRecord(
                user: user,
                metric: draft.metric,
                day: draft.day,
                freezesAt: days.end(of: draft.day) + rules.dayFreeze
            )
        guard now() < day.freezesAt else { throw ChallengesError.dayFrozen }
        return day
    }

    private func shown(_ day: HealthDayRecord) throws -> HealthDay {
        guard let shown = day.healthDayReply else { throw WireError.bug }
        return shown
    }

    /// The contests that are held while a day changes, in the order of their ids.
    private func contestsReading(
        _ draft: HealthDraft,
        of user: UserID
    ) async throws -> [ChallengeID] {
        var found: Set<ChallengeID> = []
        for feature in features {
            found.formUnion(
                try await feature.contestsReading(draft.metric, of: user, on: draft.day)
            )
        }
        return found.sorted()
    }

    /// The turn of a call at a person's totals, which it takes before it has a connection.
    private func turn(of user: UserID) -> LocalLock { LocalLock("health", user, .alone) }
}
