import Measuring
import Staging

/// Dares that can be answered once each.
struct Dares {
    /// The last twelve digits of the rows' ids are numbers from here on.
    private static let first = 100_000_000_000

    private let people: Crowd
    private let cluster: StandingCluster
    private var next = Dares.first

    init(_ people: Crowd, in cluster: StandingCluster) {
        self.people = people
        self.cluster = cluster
    }

    /// Creates at least the number of dares that a round of this length can answer.
    mutating func prepare(for answer: Answer, _ turn: Duration) async throws -> PreparedRows {
        let rows = PreparedRows(from: next, for: turn)
        next = rows.end
        try await cluster.run(script(for: answer, rows), in: "challenges")
        return rows
    }

    private func script(for answer: Answer, _ rows: PreparedRows) -> String {
        let (state, times, attempts, due) =
            switch answer {
            case .accept: ("sent", "NULL, NULL, NULL", 0, 14)
            case .approve: ("submitted", "now(), now(), now()", 1, 7)
            }
        return """
            BEGIN;
            CREATE UNLOGGED TABLE dares AS
                SELECT ('\(WriteSuite.idPrefix)' || number)::uuid AS id,
                    (ARRAY[\(people.senders)]::uuid[])[number % \(people.pairs) + 1] AS sender,
                    (ARRAY[\(people.recipients)]::uuid[])[number % \(people.pairs) + 1] AS recipient
                FROM generate_series(\(rows.first), \(rows.end - 1)) AS number;
            INSERT INTO challenges
                (id, kind, name, description, author, proof, deadline, created_at)
                SELECT id, 'dare', 'Run to the lake', 'And be back before noon.', sender, 'optional',
                    NULL, now()
                FROM dares ORDER BY id;
            INSERT INTO assignments (id, challenge, position, sender, recipient, state, sent_at,
                read_at, answered_at, submitted_at, attempts, version)
                SELECT id, id, 0, sender, recipient, '\(state)', now(), \(times), \(attempts),
                    \(2 * attempts + 1)
                FROM dares ORDER BY id;
            INSERT INTO attempts (id, assignment, number, note, submitted_at, outcome)
                SELECT id, id, 1, 'It was cold.', now(), 'waiting' FROM dares
                WHERE \(attempts) = 1 ORDER BY id;
            INSERT INTO timers (timer, subject, due_at)
                SELECT 'challenges.assignment', id, now() + interval '\(due) days'
                FROM dares ORDER BY id;
            DROP TABLE dares;
            COMMIT;
            ANALYZE challenges, assignments, attempts, timers;

            """
    }
}

extension WriteSuite {
    /// The prefix of all ids, up to their last twelve digits.
    static let idPrefix = "01900000-0000-7000-8000-"
}
