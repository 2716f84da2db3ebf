import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import Values

extension Reader {
    /// The entries and phone totals that count for participants of a contest, read in at most two
    /// statements. Users with neither are left out.
    func parts(
        of users: [UserID],
        in contest: ContestRecord
    ) async throws -> [UserID: CountedParts] {
        var parts = try await items(of: users, in: contest).mapValues { CountedParts(items: $0) }
        guard let metric = contest.challenge.snapshot.metric, let days = contest.totalDays else {
            return parts
        }
        for (user, totals) in try await healthTotals(of: users, metric, in: days) {
            parts[user, default: CountedParts()].totals = contest.counted(totals)
        }
        return parts
    }

    /// The entries and phone totals that count for one participant of a contest.
    func parts(of user: UserID, in contest: ContestRecord) async throws -> CountedParts {
        try await parts(of: [user], in: contest)[user] ?? CountedParts()
    }
}

// Phone totals in contests (2.3-totals).
extension Entries {
    /// The contests in which a user's total of a day may count. Due transitions are applied first.
    func contestsReading(
        _ metric: Metric,
        of user: UserID,
        on day: CivilDate
    ) async throws -> Set<ChallengeID> {
        var found = try await contestsReading(metric, of: user)
        let due = found.filter { $0.mayCount(totalOf: day) && isDue($0) }
        for contest in due { try await contests.passTime(of: contest.id) }
        if !due.isEmpty { found = try await contestsReading(metric, of: user) }
        return Set(found.filter { $0.mayCount(totalOf: day) }.map(\.id))
    }

    private func contestsReading(
        _ metric: Metric,
        of user: UserID
    ) async throws -> [ContestRecord] {
        try await database.contests(
            joinedBy: user,
            measuring: metric,
            atMost: rules.contestsJoined
        )
    }

    /// Reads the contests in which a user's totals of a metric count. Sent with the next statement.
    func healthReaders(
        _ metric: Metric,
        of user: UserID,
        holding contests: Set<ChallengeID>,
        in tx: Transaction
    ) throws -> ContestReaders {
        ContestReaders(
            entries: self,
            held: contests,
            joined: try tx.readContests(joinedBy: user, measuring: metric)
        )
    }

    /// Computes the totals of all participants with phone totals on or after a day, and notifies
    /// scoring: the contest has started, or its end moved to later. It is locked exclusively.
    func recount(
        totalsOf contest: ContestRecord,
        since day: CivilDate? = nil,
        at now: Instant,
        in tx: Transaction
    ) async throws {
        guard let metric = contest.challenge.snapshot.metric, let days = contest.totalDays else {
            return
        }
        let first = max(day ?? days.lowerBound, days.lowerBound)
        guard first <= days.upperBound else { return }
        let people = try await tx.people(
            in: contest.id,
            withTotalsOf: metric,
            in: first...days.upperBound
        )
        try await recount(people, in: contest, at: now, in: tx)
    }

    fileprivate func isDue(_ contest: ContestRecord) -> Bool {
        contest.life.dueAt(rules).map { $0 <= now() } ?? false
    }
}

/// The contests in which a user's phone totals count.
struct ContestReaders: HealthReaders {
    fileprivate let entries: Entries
    /// The contests whose shared lock is held.
    fileprivate let held: Set<ChallengeID>
    fileprivate let joined: Deferred<[ContestRecord]>

    func counting(_ change: HealthDayChange, in tx: Transaction) async throws -> HealthCounting? {
        let found = try await joined.value.filter { $0.mayCount(totalOf: change.day) }
        guard found.allSatisfy({ held.contains($0.id) && !entries.isDue($0) }) else {
            throw HealthReadersChanged()
        }
        let reading = found.compactMap { contest in
            contest.totalDays.map { (contest: contest, days: $0) }
        }.filter { $0.days.contains(change.day) }
        guard let first = reading.map(\.days.lowerBound).min(),
            let last = reading.map(\.days.upperBound).max()
        else { return nil }
        let people = try reading.map { try tx.holdParticipant(change.user, of: $0.contest.id) }
        let items = try tx.readItems(of: change.user, in: reading.map(\.contest))
        return HealthCounting(needing: first...last) { totals in
            let items = try await items.value
            var counted: [ParticipantRecord] = []
            for ((contest, days), person) in zip(reading, people) {
                guard let person = try await person.value, person.state == .joined else { continue }
                let parts = CountedParts(
                    items: items[contest.id] ?? [],
                    totals: contest.counted(totals.filter { days.contains($0.key) })
                )
                let next = person.counting(parts, in: contest, at: change.at)
                if next != person { counted.append(try tx.save(next)) }
            }
            try tx.tellScoring(of: counted, at: change.at)
        }
    }
}
