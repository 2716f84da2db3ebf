import Identifiers
import People
import Postgres
import RPC
import ScoringAPI
import Testing
import Values
import Wire

@testable import Challenges
@testable import Scoring

/// What must be true of contests once nothing is under way any more, whatever happened before.
struct ContestAudit {
    let cluster: SmallCluster

    private var challenges: Database { cluster.challenges.database }
    private var scoring: Database { cluster.scoring.database }

    func run() async throws {
        try await blocksHold()
        try await valuesAreThoseOfEntries()
        try await countsAreThoseOfRows()
        try await nothingStaysOpen()
        try await scoringKnowsEveryone()
        try await boardsAreRanked()
        try await medalsAreThoseOfResults()
    }

    /// Of two who are blocked neither is invited by the other or to what the other owns, nor asks
    /// to come into that, or in by a code of the other (2.11-block). So it is even while contests
    /// last.
    func blocksHold() async throws {
        try await cluster.settle()
        let open = try await challenges.all(
            """
            SELECT participants::text FROM participants JOIN contests USING (challenge)
            JOIN relations ON relations.relation = 'blocked'
                AND participants.user_id IN (relations.one, relations.other)
            CROSS JOIN LATERAL (
                SELECT CASE participants.user_id WHEN relations.one THEN relations.other
                    ELSE relations.one END AS user_id
            ) AS other
            WHERE participants.state = 'invited'
                    AND other.user_id IN (contests.owner, participants.invited_by)
                OR participants.state = 'requested' AND (other.user_id = contests.owner
                    OR participants.by_code AND other.user_id = participants.invited_by)
            """
        ) { row in try row.next(String.self) }
        #expect(open == [])
    }

    /// The results that are written, each row as text.
    func results() async throws -> [ChallengeID: [String]] {
        let rows = try await scoring.all(
            "SELECT challenge, results::text FROM results ORDER BY user_id"
        ) { row in
            let (contest, text): (ChallengeID, String) = try row.read()
            return (contest, text)
        }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }

    /// What each person's entries amount to is what one statement makes of them (2.3-aggregation,
    /// 2.3-score): of those before the end, on days that count (2.9-local-day).
    private func valuesAreThoseOfEntries() async throws {
        let wrong = try await challenges.all(
            """
            SELECT participants::text FROM participants
            JOIN contests USING (challenge)
            CROSS JOIN LATERAL (
                SELECT count(*) AS entries, CASE aggregation
                    WHEN 'sum' THEN sum(amount) WHEN 'max' THEN max(amount)
                    WHEN 'min' THEN min(amount) WHEN 'daysActive' THEN
                        nullif(count(DISTINCT local_day), 0)
                    WHEN 'latest' THEN
                        (array_agg(amount ORDER BY occurred_at DESC, created_at DESC, id DESC))[1]
                    END AS value
                FROM entries
                WHERE entries.challenge = participants.challenge
                    AND entries.user_id = participants.user_id
                    AND entries.state IN ('counted', 'queried')
                    AND CASE WHEN contests.whole_days AND contests.aggregation = 'daysActive'
                        THEN entries.local_day >= (starts_at AT TIME ZONE time_zone)::date
                            AND entries.local_day
                                < coalesce((ends_at AT TIME ZONE time_zone)::date, 'infinity')
                        ELSE entries.occurred_at < coalesce(contests.ends_at, 'infinity') END
            ) AS counted
            WHERE participants.entries <> counted.entries
                OR participants.value IS DISTINCT FROM counted.value
                OR participants.score IS DISTINCT FROM CASE contests.score
                    WHEN 'raw' THEN counted.value
                    -- The least of a number and NULL would be the number.
                    ELSE trunc(least(counted.value * 100 / target, 100 * sign(counted.value)), 6)
                    END
            """
        ) { row in try row.next(String.self) }
        #expect(wrong == [])
    }

    /// Who is in a contest is counted, and never more than its capacity (2.3-capacity).
    private func countsAreThoseOfRows() async throws {
        let wrong = try await challenges.all(
            """
            SELECT challenge::text FROM contests
            JOIN contest_counts USING (challenge)
            CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE participants.state = 'joined') AS joined,
                    count(joined_at) AS joins
                FROM participants WHERE participants.challenge = contests.challenge
            ) AS counted
            WHERE (contest_counts.joined, contest_counts.joins)
                    IS DISTINCT FROM (counted.joined, counted.joins)
                OR counted.joined > capacity
            """
        ) { row in try row.next(String.self) }
        #expect(wrong == [])
    }

    /// After its end nobody waits to join a contest, and in its result no entry is queried
    /// (2.3-states, 2.3-dispute).
    private func nothingStaysOpen() async throws {
        let open = try await challenges.all(
            """
            SELECT participants::text FROM participants JOIN contests USING (challenge)
            WHERE contests.state IN ('settling', 'completed', 'cancelled')
                AND participants.state IN ('invited', 'requested')
            UNION ALL
            SELECT entries::text FROM entries JOIN contests USING (challenge)
            WHERE contests.state = 'completed' AND entries.state = 'queried'
            """
        ) { row in try row.next(String.self) }
        #expect(open == [])
    }

    /// Scoring knows what everyone has reached who ever joined, and how far each contest is
    /// (2.7-board).
    private func scoringKnowsEveryone() async throws {
        let wanted = try await challenges.all(
            """
            SELECT challenge || ' ' || contests.state || ' ' || user_id || ' ' || entries
                || coalesce(' ' || value || ' ' || (participants.score * 1000000)::bigint, '')
            FROM participants JOIN contests USING (challenge)
            WHERE joined_at IS NOT NULL
            """
        ) { row in try row.next(String.self) }
        let known = try await scoring.all(
            """
            SELECT challenge || ' ' || contest_boards.state || ' ' || user_id || ' ' || entries
                || coalesce(' ' || value || ' ' || player.score, '')
            FROM contest_players AS player JOIN contest_boards USING (challenge)
            """
        ) { row in try row.next(String.self) }
        #expect(known.sorted() == wanted.sorted())
    }

    /// The board of each contest is what one would count by hand (2.7-ranking).
    private func boardsAreRanked() async throws {
        let contests = try await challenges.all(
            """
            SELECT challenge, owner, direction FROM contests
            WHERE state NOT IN ('draft', 'cancelled')
            """
        ) { row in
            let (contest, owner, direction): (ChallengeID, UserID, String) = try row.read()
            return (contest, owner, direction)
        }
        for (contest, owner, direction) in contests {
            let players = try await players(of: contest)
            let scores = players.values.compactMap(\.self)
            let wanted = players.mapValues { score -> Int? in
                score.map { own in
                    1 + scores.count { direction == "lower" ? $0 < own : $0 > own }
                }
            }
            let board = try await cluster.scoring.switchboard.call(
                GetBoard(contest: contest),
                in: CallContext(user: owner)
            ).items
            // Whom a block keeps apart from the owner is ranked, but not named.
            let blocked = try await scoring.blocked(owner, among: Array(players.keys))
            let named = board.filter { $0.user != .hidden }.map { ($0.user.id, $0.rank) }
            let known = wanted.filter { !blocked.contains($0.key) }
            #expect(Dictionary(uniqueKeysWithValues: named) == known)
            #expect(board.count == wanted.count)
            #expect(board.compactMap(\.rank) == wanted.values.compactMap(\.self).sorted())
        }
    }

    /// Everyone has the medals of their ranks and goals, each once (2.7-medals).
    private func medalsAreThoseOfResults() async throws {
        let wanted = try await scoring.all(
            """
            WITH scored AS (
                SELECT challenge, count(*) AS people FROM results WHERE rank IS NOT NULL GROUP BY 1
            )
            SELECT user_id || ' ' || challenge || ' '
                || CASE rank WHEN 1 THEN 'gold' WHEN 2 THEN 'silver' ELSE 'bronze' END
            FROM results JOIN scored USING (challenge) WHERE rank <= 3 AND people > rank
            UNION ALL
            SELECT player.user_id || ' ' || challenge || ' goal'
            FROM contest_players AS player JOIN contest_boards AS board USING (challenge)
            WHERE kind = 'open' AND completed_at IS NOT NULL AND board.state <> 'cancelled'
                AND CASE board.score WHEN 'percent' THEN player.target ELSE goal END IS NOT NULL
            UNION ALL
            SELECT DISTINCT user_id || ' firstCompetition'
            FROM results JOIN scored USING (challenge)
                JOIN contest_boards AS board USING (challenge)
            WHERE kind = 'competition' AND rank IS NOT NULL AND people > 1
            """
        ) { row in try row.next(String.self) }
        let given = try await scoring.all(
            """
            SELECT user_id || CASE medal WHEN 'firstCompetition' THEN '' ELSE ' ' || challenge END
                || ' ' || medal
            FROM awards JOIN contest_boards AS board USING (challenge)
            -- What was reached before a contest was cancelled may have been looked at by then.
            WHERE board.state <> 'cancelled'
            """
        ) { row in try row.next(String.self) }
        #expect(given.sorted() == wanted.sorted())
    }

    /// The scores of those on a board.
    private func players(of contest: ChallengeID) async throws -> [UserID: Int64?] {
        let players = try await scoring.all(
            """
            SELECT user_id, score FROM contest_players
            WHERE challenge = \(contest) AND (state = 'joined' OR is_kept)
            """
        ) { row in
            let (user, score): (UserID, Int64?) = try row.read()
            return (user, score)
        }
        return Dictionary(uniqueKeysWithValues: players)
    }
}
