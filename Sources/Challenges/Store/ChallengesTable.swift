import ChallengesAPI
import Identifiers
import Postgres
import Values

/// A stored challenge.
struct ChallengeRecord: Hashable, Sendable {
    let id: ChallengeID
    let kind: ChallengeKind
    let name: String
    let description: String
    let author: UserID
    let proof: Proof
    let deadline: Instant?
    let createdAt: Instant
}

// The `challenges` table. No other file writes to it.
extension Transaction {
    /// Inserts a challenge; returns `false` if the id is taken.
    func insert(_ challenge: ChallengeRecord) async throws -> Bool {
        let added = try await run(
            """
            INSERT INTO challenges (\(ChallengeRecord.columns))
            VALUES (\(challenge.id), \(challenge.kind.rawValue), \(challenge.name),
                \(challenge.description), \(challenge.author), \(challenge.proof.rawValue),
                \(challenge.deadline), \(challenge.createdAt))
            ON CONFLICT ON CONSTRAINT challenges_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Inserts challenges, except those whose id is taken.
    ///
    /// - Returns: The ids of the inserted ones.
    func insert(_ challenges: [ChallengeRecord]) async throws -> Set<ChallengeID> {
        Set(
            try await all(
                """
                INSERT INTO challenges (\(ChallengeRecord.columns))
                SELECT * FROM unnest(\(challenges.map(\.id)), \(challenges.map(\.kind.rawValue)),
                    \(challenges.map(\.name)), \(challenges.map(\.description)),
                    \(challenges.map(\.author)), \(challenges.map(\.proof.rawValue)),
                    \(challenges.map(\.deadline)), \(challenges.map(\.createdAt)))
                ON CONFLICT ON CONSTRAINT challenges_pkey DO NOTHING RETURNING id
                """
            ) { row in try row.next(ChallengeID.self) }
        )
    }
}

extension Reader {
    /// The challenge that a user created under an id; `nil` also if another user did.
    func challenge(_ id: ChallengeID, by author: UserID) async throws -> ChallengeRecord? {
        try await first(
            """
            SELECT \(ChallengeRecord.columns) FROM challenges
            WHERE id = \(id) AND author = \(author)
            """,
            .point
        ) { row in
            try ChallengeRecord(reading: &row)
        }
    }
}

extension ChallengeRecord {
    /// The columns that a challenge is read from.
    static let columns: Columns = [
        "id", "kind", "name", "description", "author", "proof", "deadline", "created_at",
    ]
    /// The same beside an assignment's.
    static let joinedColumns = columns.of("challenges")

    /// Reads `columns`.
    init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            kind: ChallengeKind(rawValue: row.next()) ?? .unknown,
            name: row.next(),
            description: row.next(),
            author: row.next(),
            proof: Proof(rawValue: row.next()) ?? .unknown,
            deadline: row.next(),
            createdAt: row.next()
        )
    }
}
