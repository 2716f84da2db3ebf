import ChallengesAPI
import ChallengesCore
import Identifiers
import Outbox
import Postgres
import Values

extension Reader {
    /// What counts of people in a contest: two statements, however many people. Who has nothing is
    /// left out.
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

    /// What counts of a person in a contest.
    func parts(of user: UserID, in contest: ContestRecord) async throws -> CountedParts {
        try await parts(of: [user], in: contest)[user] ?? CountedParts()
    }
}

// What contests do with the totals of days (2.3-totals).
extension Entries {
    /// The contests that a total of a person's day may count for, once time has moved what is due.
    func contestsReading(
        _ metric: Metric,
        of user: UserID,
        on day: CivilDate
    ) async throws -> Set<ChallengeID> {
        var found = try await database.contests(joinedBy: user, measuring: metric)
        let due = found.filter { $0.mayCount(totalOf: day) && isDue($0) }
        for contest in due { try await contests.passTime(of: contest.id) }
        if !due.isEmpty {
            found = try await database.contests(joinedBy: user, measuring: metric)
        }
        return Set(found.filter { $0.mayCount(totalOf: day) }.map(\.id))
    }

    /// Counts a person again in the contests that their day counts for, one after another in the
    /// order of their ids, and tells scoring. All of them are held, together with others.
    ///
    /// - Throws: `HealthReadersChanged` if one of them is not held, or is due; `PostgresError`.
    func count(_ change: HealthDayChange, in tx: Transaction) async throws {
        let found = try await tx.contests(joinedBy: change.user, measuring: change.metric)
            .filter { $0.mayCount(totalOf: change.day) }
        guard found.allSatisfy({ change.contests.contains($0.id) && !isDue($0) }) else {
            throw HealthReadersChanged()
        }
        var counted: [ParticipantRecord] = []
        for contest in found where contest.totalDays?.contains(change.day) == true {
            guard let person = try await tx.heldParticipant(change.user, of: contest.id),
                person.state == .joined
            else { continue }
            let parts = try await tx.parts(of: person.user, in: contest)
            let next = person.counting(parts, in: contest, at: change.at)
            if next != person { counted.append(try tx.save(next)) }
        }
        try tx.tellScoring(of: counted, at: change.at)
    }

    /// Counts everyone who is in a contest and has totals of days from a day on, and tells scoring:
    /// the contest has begun, or lasts longer. It is held alone.
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

    private func isDue(_ contest: ContestRecord) -> Bool {
        contest.life.dueAt(rules).map { $0 <= now() } ?? false
    }
}
