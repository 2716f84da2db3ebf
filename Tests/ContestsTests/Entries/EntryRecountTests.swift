import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import ScoringAPI
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// Whatever happens to entries, value and score are those of the rows (Part 3).
@Suite(.freshDatabase(Challenges.migrations))
struct EntryRecountTests {
    /// What the rows amount to, computed by the database in another way than the service does.
    private func recount(
        _ logged: LoggedContest,
        of user: UserID
    ) async throws -> (value: Amount?, entries: Int) {
        let contest = logged.contest
        let daily = contest.challenge.snapshot.metric != nil
        return try await logged.scene.database.one(
            """
            WITH counted AS (
                SELECT * FROM entries WHERE challenge = \(logged.id) AND user_id = \(user)
                    AND state IN ('counted', 'queried')
            ), parts AS (
                SELECT amount, occurred_at AS at, created_at AS logged_at, id FROM counted
                WHERE NOT \(daily)
                UNION ALL
                SELECT sum(amount), max(occurred_at), max(created_at), NULL FROM counted
                WHERE \(daily) GROUP BY local_day
            )
            SELECT CASE \(contest.aggregation.rawValue)
                WHEN 'sum' THEN (SELECT sum(amount) FROM parts)
                WHEN 'max' THEN (SELECT max(amount) FROM parts)
                WHEN 'min' THEN (SELECT min(amount) FROM parts)
                WHEN 'latest' THEN
                    (SELECT amount FROM parts ORDER BY at DESC, logged_at DESC, id DESC LIMIT 1)
                ELSE (SELECT nullif(count(DISTINCT local_day), 0) FROM counted)
                END::numeric(18,6), (SELECT count(*) FROM counted)
            """
        ) { row in
            try (value: row.next(), entries: row.next())
        }
    }

    @Test(
        arguments: Contest.Aggregation.allCases.filter { $0 != .unknown },
        [Metric?.none, .steps]
    )
    func `after each of many changes, a person stands as the rows say`(
        aggregation: Contest.Aggregation,
        metric: Metric?
    ) async throws {
        let seed = Seed.value
        var dice = Dice(seed: seed)
        let scene = Scene(
            rules: Rules(contests: ContestRules(entriesRun: 100_000, entriesDay: 100_000))
        )
        let midnight = Instant(microseconds: 19_676 * 86_400_000_000)
        scene.clock.advance(by: midnight + .days(3) - scene.clock.now)
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            goal: .of("30"),
            metric: metric,
            aggregation: aggregation,
            startsAt: midnight,
            endsAt: midnight + .days(7)
        )
        let logged = try await LoggedContest.store(contest, in: scene)
        for step in 0..<Effort.scaled(16) {
            scene.clock.advance(by: .seconds(1))
            let amount = Amount(millionths: Int64.random(in: 1...20_000_000, using: &dice))
            let what = Int.random(in: 0..<5, using: &dice)
            // A new one needs no look at the others.
            let entries =
                what > 1
                ? []
                : try await logged.entries(as: scene.bo).filter { $0.actions.contains(.change) }
            switch what {
            case 0 where !entries.isEmpty:
                let id = entries[Int.random(in: 0..<entries.count, using: &dice)].id
                _ = try await scene.ask(DeleteEntry(entry: id), as: scene.bo)
            case 1 where !entries.isEmpty:
                let id = entries[Int.random(in: 0..<entries.count, using: &dice)].id
                _ = try await scene.ask(ChangeEntry(entry: id, amount: amount), as: scene.bo)
            default:
                let back = Duration.hours(Int.random(in: 0...48, using: &dice))
                let call = AddEntry(
                    contest: logged.id,
                    amount: amount,
                    occurredAt: scene.clock.now - back
                )
                _ = try await scene.ask(call, as: scene.bo)
            }
            let standing = try await logged.standing()
            let counted = try await recount(logged, of: scene.bo)
            #expect(standing.value == counted.value, "seed \(seed), step \(step)")
            #expect(standing.score == counted.value, "seed \(seed), step \(step)")
            #expect(standing.entries == counted.entries, "seed \(seed), step \(step)")
            let told = try await logged.told()
            #expect(told?.version == standing.version, "seed \(seed), step \(step)")
            #expect(told?.value == counted.value, "seed \(seed), step \(step)")
        }
    }
}
