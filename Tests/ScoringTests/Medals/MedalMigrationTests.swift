import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Scoring

/// What is older than medals earns them after the upgrade, seen and without a notice; a release
/// before them works beside (2.7-medals).
struct MedalMigrationTests {
    private static let before = Array(
        Scoring.migrations.prefix { $0.name != "m11_create_medals" }
    )

    private let ana = UserID()
    private let bo = UserID()

    /// Stores a contest as a release without medals does; with a result if it is over.
    private func store(
        _ kind: String = "competition",
        frozenAt end: Instant? = nil,
        completedAt moment: Instant? = nil
    ) async throws -> ChallengeID {
        let contest = ChallengeID()
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO contest_boards (challenge, kind, name, owner, visibility, direction,
                    score, goal, state, is_hidden, hides_values, version, results_written, frozen_at)
                VALUES (\(contest), \(kind), 'Water', \(UserID()), 'private', 'higher', 'raw', 10,
                    \(end == nil ? "active" : "completed"), false, false, 1,
                    \(end == nil ? Int32(0) : 2), \(end))
                """
            )
            for (user, score) in [(ana, 2_000_000), (bo, 1_000_000)] {
                _ = try await tx.run(
                    """
                    INSERT INTO contest_players (challenge, user_id, state, is_kept, was_inactive,
                        value, score, entries, target, reached_at, completed_at, version)
                    VALUES (\(contest), \(user), 'joined', false, false, 1, \(score), 1, NULL, now(),
                        \(user == ana ? moment : nil), 1)
                    """
                )
                guard end != nil else { continue }
                _ = try await tx.run(
                    """
                    INSERT INTO results (challenge, user_id, rank, value, score, entries, target,
                        completed_at, is_unranked, place, reached_at)
                    VALUES (\(contest), \(user), \(user == ana ? Int32(1) : 2), 1, \(score), 1, NULL,
                        NULL, false, \(-score), now())
                    """
                )
            }
        }
        return contest
    }

    private func award(_ fixture: Fixture) async throws {
        while try await fixture.service.medals.award() > 0 {}
    }

    @Test(.freshDatabase(before))
    func `results and goals from before the upgrade earn medals that are seen, told to nobody`()
        async throws
    {
        let long = Instant.now() - .days(30)
        let first = try await store(frozenAt: long)
        let second = try await store(frozenAt: long + .days(1))
        let open = try await store("open", completedAt: long + .days(2))
        try await Database.fresh.migrate(Scoring.migrations)
        let clock = StoppedClock(at: .now() + .hours(1))
        let fixture = Fixture(now: { clock.now })
        try await award(fixture)
        let medals = try await fixture.medals(of: ana).items
        #expect(medals.map(\.medal).filter { $0 != .firstCompetition } == [.goal, .gold, .gold])
        #expect(medals.filter { $0.medal == .gold }.map(\.challenge?.id) == [second, first])
        #expect(medals.first?.challenge?.id == open)
        #expect(medals.first { $0.medal == .firstCompetition }?.challenge?.id == first)
        #expect(medals.map(\.earnedAt).min() == long)
        #expect(medals.allSatisfy { $0.seenAt == clock.now })
        #expect(try await fixture.kinds(of: bo) == ["firstCompetition"])
        #expect(try await fixture.see([], as: ana) == 0)
        #expect(try await fixture.emitted(PeopleTold.self).isEmpty)
    }

    @Test(.freshDatabase(before))
    func `what happens after the upgrade is told, in contests from before it too`() async throws {
        let contest = try await store()
        let open = try await store("open")
        try await Database.fresh.migrate(Scoring.migrations)
        // A replica of the release before knows nothing of medals, and writes what it always did.
        let later = Instant.now() + .hours(1)
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                UPDATE contest_boards SET state = 'completed', results_written = 1,
                    frozen_at = \(later) WHERE challenge = \(contest)
                """
            )
            _ = try await tx.run(
                """
                INSERT INTO results (challenge, user_id, rank, value, score, entries, target,
                    completed_at, is_unranked, place, reached_at)
                VALUES (\(contest), \(bo), 1, 1, 1, 1, NULL, NULL, false, -1, now()),
                    (\(contest), \(UserID()), 2, 0, 0, 1, NULL, NULL, false, 0, now())
                """
            )
            _ = try await tx.run(
                """
                INSERT INTO contest_players AS player (challenge, user_id, state, is_kept,
                    was_inactive, value, score, entries, target, reached_at, completed_at, version)
                VALUES (\(open), \(ana), 'joined', false, false, 10, 10000000, 1, NULL, now(),
                    \(later), 2)
                ON CONFLICT ON CONSTRAINT contest_players_pkey
                DO UPDATE SET completed_at = excluded.completed_at, version = excluded.version
                """
            )
        }
        let fixture = Fixture()
        try await award(fixture)
        #expect(try await fixture.medals(of: ana).items.map(\.medal) == [.goal])
        #expect(try await fixture.medals(of: ana).items.map(\.seenAt) == [nil])
        #expect(try await fixture.kinds(of: bo) == ["firstCompetition", "gold"])
        #expect(try await fixture.told(.medal).count == 4)
    }

    @Test(.freshDatabase(before))
    func `where there was no contest before, everything is told`() async throws {
        try await Database.fresh.migrate(Scoring.migrations)
        _ = try await store("open", completedAt: .now() - .days(30))
        let fixture = Fixture()
        try await award(fixture)
        #expect(try await fixture.told(.medal).map(\.people) == [[ana]])
    }

    @Test(.freshDatabase(before))
    func `a replica that stops while it gives old medals is resumed`() async throws {
        let long = Instant.now() - .days(30)
        for number in 0..<5 { _ = try await store(frozenAt: long + .seconds(number)) }
        try await Database.fresh.migrate(Scoring.migrations)
        var medals = Fixture().service.medals
        medals.stepMax = 1
        #expect(try await medals.award() == 5)
        try await award(Fixture())
        let fixture = Fixture()
        #expect(try await fixture.medals(of: ana, .gold).items.count == 5)
        #expect(try await fixture.kinds(of: bo) == ["firstCompetition"])
    }
}
