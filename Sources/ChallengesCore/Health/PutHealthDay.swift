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
        while true {
            let contests = try await contestsReading(call, of: user)
            do {
                return try await database.once(
                    call,
                    in: context,
                    at: now(),
                    speculative: true,
                    after: contests.map { database.turn($0, .shared) } + [turn(of: user)]
                ) { tx in
                    try tx.lockShared(contests)
                    try tx.lockHealth(of: user)
                    let known = try Known(call, by: user, holding: contests, features, in: tx)
                    return try await put(call, by: user, known, in: tx)
                }
            } catch is HealthReadersChanged {
                continue
            }
        }
    }

    /// The data read under the locks before a total is stored.
    private struct Known: Sendable {
        let card: Deferred<PersonCard?>
        let day: Deferred<HealthDayRecord?>
        let readers: [any HealthReaders]

        init(
            _ call: PutHealthDay,
            by user: UserID,
            holding contests: [ChallengeID],
            _ features: [any ChallengesPart],
            in tx: Transaction
        ) throws {
            card = try tx.readCopy(of: user)
            day = try tx.readHealthDay(of: user, call.metric, call.day)
            readers = try features.compactMap { feature in
                try feature.healthReaders(
                    call.metric,
                    of: user,
                    holding: Set(contests),
                    in: tx
                )
            }
        }
    }

    /// Stores a total and counts it for all rows that read it.
    private func put(
        _ call: PutHealthDay,
        by user: UserID,
        _ known: Known,
        in tx: Transaction
    ) async throws -> HealthDay {
        let now = now()
        let days = LocalDays(try await known.card.value?.zones)
        let draft = try HealthDraft(call, days: days, at: now, under: rules)
        var day =
            try await known.day.value
            ?? HealthDayRecord(
                user: user,
                metric: draft.metric,
                day: draft.day,
                freezesAt: days.end(of: draft.day) + rules.dayFreeze
            )
        guard now < day.freezesAt else { throw ChallengesError.dayFrozen }
        let before = day.total
        let stored = try day.put(draft.total)
        guard let total = day.total, let shown = day.healthDayReply else { throw WireError.bug }
        guard let stored else { return shown }
        try tx.put(stored, of: day)
        guard before?.amount != total.amount || before?.measured != total.measured else {
            return shown
        }
        let change = HealthDayChange(
            user: user,
            metric: draft.metric,
            day: draft.day,
            before: before,
            total: total,
            at: now
        )
        try await count(change, by: known.readers, in: tx)
        return shown
    }

    /// Counts a changed total for all rows that read it.
    private func count(
        _ change: HealthDayChange,
        by readers: [any HealthReaders],
        in tx: Transaction
    ) async throws {
        var countings: [HealthCounting] = []
        for reader in readers {
            if let counting = try await reader.counting(change, in: tx) {
                countings.append(counting)
            }
        }
        let totals = try await totals(neededBy: countings, after: change, in: tx)
        for counting in countings { try await counting.count(totals) }
    }

    /// The totals of the needed days. That of the changed day need not be read.
    private func totals(
        neededBy countings: [HealthCounting],
        after change: HealthDayChange,
        in tx: Transaction
    ) async throws -> [CivilDate: HealthTotal] {
        let first = countings.map(\.days.lowerBound).min() ?? change.day
        let last = countings.map(\.days.upperBound).max() ?? change.day
        guard first < change.day || change.day < last else { return [change.day: change.total] }
        return try await tx.healthTotals(of: change.user, change.metric, in: first...last)
    }

    /// The contests that are locked while a day changes, ordered by id.
    private func contestsReading(
        _ call: PutHealthDay,
        of user: UserID
    ) async throws -> [ChallengeID] {
        var found: Set<ChallengeID> = []
        for feature in features {
            found.formUnion(
                try await feature.contestsReading(call.metric, of: user, on: call.day)
            )
        }
        return found.sorted()
    }

    /// The local lock of a user's totals, which a call takes before a database connection.
    private func turn(of user: UserID) -> LocalLock { LocalLock("health", user, .alone) }
}
