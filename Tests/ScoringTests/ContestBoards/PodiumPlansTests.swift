import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values

@testable import Scoring

/// Slow: fills a contest with a million players.
///
/// The best players of a contest are the first ones of an index, however many players it has.
@Suite(.freshDatabase(Scoring.migrations)) struct PodiumPlansTests {
    @Test func `a podium of a million players is read from as few blocks as one of ten thousand`()
        async throws
    {
        let contests = (ChallengeID(), ChallengeID())
        try await fill([contests.0: 10_000, contests.1: 1_000_000])
        for direction in [ContestChanged.Direction.higher, .lower] {
            for contest in [contests.0, contests.1] {
                let log = StatementLog(.fresh)
                let board = board(of: contest, direction)
                #expect(try await log.podium(of: board).leaders.count == Podium.size)
                #expect(log.statements.count == 1)
                for statement in log.statements {
                    // The server reads the function's own statements once.
                    _ = try await Database.fresh.plan(of: statement)
                    let plan = try await Database.fresh.plan(of: statement)
                    #expect(plan.blocks <= 10 * Podium.size, "\(plan.blocks) blocks")
                }
            }
        }
    }

    /// Contests with players, each third of whom is known, and each ninth suspended.
    private func fill(_ contests: [ChallengeID: Int]) async throws {
        try await Database.fresh.transaction { tx in
            for statement: SQL in [
                "ALTER TABLE contest_players DISABLE TRIGGER USER",
                "ALTER TABLE people DISABLE TRIGGER USER",
                "DROP INDEX contest_players_user, contest_players_ranked",
            ] {
                try await tx.run(statement)
            }
            // In parts: a statement of a million rows takes longer than a statement may.
            let part = 10_000
            for (contest, count) in contests {
                for start in stride(from: 0, to: count, by: part) {
                    try await tx.run(
                        """
                        WITH players AS (
                            INSERT INTO contest_players (challenge, user_id, state, is_kept,
                                was_inactive, value, score, entries, target, reached_at,
                                completed_at, version)
                            SELECT \(contest), gen_random_uuid(), 'joined', false, false, 1,
                                number::bigint * 7919 % 1000003, 1, NULL, now(), NULL, 1
                            FROM generate_series(\(start + 1), \(start + part)) AS number
                            RETURNING user_id, score
                        )
                        INSERT INTO people (id, username, first_name, last_name, version, standing)
                        SELECT user_id, 'p' || score, 'P', 'P', 1,
                            CASE score % 9 WHEN 0 THEN 'suspended' ELSE 'active' END
                        FROM players WHERE score % 3 = 0
                        """
                    )
                }
            }
        }
        _ = try await Database.fresh.all("VACUUM ANALYZE contest_players, people") { _ in }
    }

    private func board(
        of contest: ChallengeID,
        _ direction: ContestChanged.Direction
    ) -> ContestBoard {
        ContestBoard(
            challenge: contest,
            kind: .competition,
            name: "Water",
            owner: UserID(),
            visibility: .private,
            direction: direction,
            score: .raw,
            goal: nil,
            state: .active,
            isHidden: false,
            version: 1
        )
    }
}
