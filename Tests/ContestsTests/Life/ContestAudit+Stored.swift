import ChallengesTestKit
import Identifiers
import NIOCore
import Postgres
import ScoringAPI
import Values
import Wire

extension ContestAudit {
    struct StoredContest: Sendable {
        let id: ChallengeID
        let state: String
        let aggregation: String
        let isPercent: Bool
        let countsDays: Bool
        let capacity: Int?
        let joined: Int
        let joins: Int
    }

    struct Player: Sendable {
        let challenge: ChallengeID
        let user: UserID
        let state: String
        let hasJoined: Bool
        let target: Amount?
        let standing: Standing
    }

    struct StoredEntry: Sendable {
        let id: EntryID
        let challenge: ChallengeID
        let user: UserID
        let amount: Amount?
        let occurredAt: Instant
        let localDay: CivilDate
        /// Whether it lies before the end, on a day that counts.
        let isInTime: Bool
        let createdAt: Instant
        let state: String
        let wasQueried: Bool
        let judged: String?
    }

    func contests() async throws -> [StoredContest] {
        try await database.all(
            """
            SELECT contests.challenge, contests.state, contests.aggregation,
                contests.score = 'percent', challenges.metric IS NOT NULL, contests.capacity,
                contest_counts.joined, contest_counts.joins
            FROM contests
            JOIN challenges ON challenges.id = contests.challenge
            JOIN contest_counts ON contest_counts.challenge = contests.challenge
            """
        ) { row in
            try StoredContest(
                id: row.next(),
                state: row.next(),
                aggregation: row.next(),
                isPercent: row.next(),
                countsDays: row.next(),
                capacity: row.next(),
                joined: row.next(),
                joins: row.next()
            )
        }
    }

    func players() async throws -> [Player] {
        try await database.all(
            """
            SELECT challenge, user_id, state, joined_at IS NOT NULL, target, value, score, entries,
                reached_at, completed_at
            FROM participants
            """
        ) { row in
            try Player(
                challenge: row.next(),
                user: row.next(),
                state: row.next(),
                hasJoined: row.next(),
                target: row.next(),
                standing: Standing(
                    value: row.next(),
                    score: row.next(),
                    entries: row.next(),
                    reachedAt: row.next(),
                    completedAt: row.next()
                )
            )
        }
    }

    func entries() async throws -> [StoredEntry] {
        try await database.all(
            """
            SELECT entries.id, entries.challenge, user_id, amount, occurred_at, local_day,
                CASE WHEN metric IS NULL AND NOT (whole_days AND aggregation = 'daysActive')
                    THEN occurred_at < coalesce(ends_at, 'infinity')
                    ELSE local_day >= (starts_at AT TIME ZONE time_zone)::date
                        AND local_day < coalesce((ends_at AT TIME ZONE time_zone)::date, 'infinity')
                    END,
                entries.created_at, entries.state, queried_by IS NOT NULL, judged
            FROM entries
            JOIN contests ON contests.challenge = entries.challenge
            JOIN challenges ON challenges.id = entries.challenge
            """
        ) { row in
            try StoredEntry(
                id: row.next(),
                challenge: row.next(),
                user: row.next(),
                amount: row.next(),
                occurredAt: row.next(),
                localDay: row.next(),
                isInTime: row.next(),
                createdAt: row.next(),
                state: row.next(),
                wasQueried: row.next(),
                judged: row.next()
            )
        }
    }

    /// What scoring was told and has not acknowledged yet.
    func told() async throws -> Told {
        let numbers = [ContestChanged.id, ScoresChanged.id].map { Int32($0.rawValue) }
        let rows = try await database.all(
            """
            SELECT sequence, call, body FROM outbox
            WHERE destination = 'scoring' AND call = ANY(\(numbers)) ORDER BY sequence
            """
        ) { row in
            try (
                number: row.next(Int64.self),
                call: row.next(Int32.self),
                body: ByteBuffer(bytes: row.next([UInt8].self))
            )
        }
        var told = Told()
        for row in rows {
            if row.call == Int32(ContestChanged.id.rawValue) {
                let event = try WireDecoder().decode(ContestChanged.self, from: row.body)
                told.heads.append((row.number, event))
            } else {
                let event = try WireDecoder().decode(ScoresChanged.self, from: row.body)
                told.scores.append((row.number, event))
            }
        }
        return told
    }

    /// Events to scoring, in their order.
    struct Told: Sendable {
        var heads: [(number: Int64, event: ContestChanged)] = []
        var scores: [(number: Int64, event: ScoresChanged)] = []
    }
}
