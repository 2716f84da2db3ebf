package import ChallengesAPI
package import Identifiers
package import Postgres
package import Values

/// A stored challenge.
package struct ChallengeRecord: Hashable, Sendable {
    package let id: ChallengeID
    package let kind: ChallengeKind
    package var name: String
    package var description: String
    package var author: UserID
    package var proof: Proof
    package let deadline: Instant?
    package let createdAt: Instant
    package var snapshot = Snapshot()
    /// The challenge that it copies.
    package var copyOf: ChallengeID?
    package var visibility = Visibility.private

    package init(
        id: ChallengeID,
        kind: ChallengeKind,
        name: String,
        description: String,
        author: UserID,
        proof: Proof,
        deadline: Instant?,
        createdAt: Instant,
        snapshot: Snapshot = Snapshot(),
        copyOf: ChallengeID? = nil,
        visibility: Visibility = Visibility.private
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.author = author
        self.proof = proof
        self.deadline = deadline
        self.createdAt = createdAt
        self.snapshot = snapshot
        self.copyOf = copyOf
        self.visibility = visibility
    }
}

// The `challenges` table. No other file writes to it.
extension Transaction {
    /// Inserts a challenge; returns `false` if the id is taken.
    package func insert(_ challenge: ChallengeRecord) async throws -> Bool {
        let snapshot = challenge.snapshot
        let added = try await run(
            """
            INSERT INTO challenges (\(ChallengeRecord.columns))
            VALUES (\(challenge.id), \(challenge.kind.rawValue), \(challenge.name),
                \(challenge.description), \(challenge.author), \(challenge.proof.rawValue),
                \(challenge.deadline), \(challenge.createdAt), \(snapshot.definition),
                \(challenge.copyOf), \(snapshot.caption), \(snapshot.category),
                \(snapshot.unit), \(snapshot.target), \(snapshot.targetSeconds),
                \(snapshot.wholeNumbers), \(snapshot.metric?.rawValue),
                \(snapshot.timer.rawValue), \(challenge.visibility.rawValue))
            ON CONFLICT ON CONSTRAINT challenges_pkey DO NOTHING
            """
        )
        return added == 1
    }

    /// Stores a contest's text and counting fields if they have changed. Sent with the next
    /// statement.
    package func save(_ challenge: ChallengeRecord) throws {
        let snapshot = challenge.snapshot
        try enqueue(
            """
            UPDATE challenges SET name = \(challenge.name), description = \(challenge.description),
                author = \(challenge.author), proof = \(challenge.proof.rawValue), caption = \(snapshot.caption),
                category = \(snapshot.category), unit = \(snapshot.unit),
                target = \(snapshot.target), whole_numbers = \(snapshot.wholeNumbers),
                metric = \(snapshot.metric?.rawValue)
            WHERE id = \(challenge.id) AND (name, description, author, proof, caption, category,
                unit, target, whole_numbers, metric) IS DISTINCT FROM (\(challenge.name),
                \(challenge.description), \(challenge.author), \(challenge.proof.rawValue),
                \(snapshot.caption), \(snapshot.category), \(snapshot.unit),
                \(snapshot.target), \(snapshot.wholeNumbers), \(snapshot.metric?.rawValue))
            """
        )
    }

    /// Stores the visibility of a goal. (That of a contest is in the contest's own row.) Sent with
    /// the next statement.
    package func saveVisibility(of challenge: ChallengeRecord) throws {
        try enqueue(
            """
            UPDATE challenges SET visibility = \(challenge.visibility.rawValue)
            WHERE id = \(challenge.id) AND visibility <> \(challenge.visibility.rawValue)
            """
        )
    }

    /// Deletes a challenge that nothing refers to. Sent with the next statement.
    package func deleteChallenge(_ id: ChallengeID) throws {
        try enqueue("DELETE FROM challenges WHERE id = \(id)")
    }

    /// Inserts challenges, except those whose id is taken.
    ///
    /// - Returns: The ids of the inserted ones.
    package func insert(_ challenges: [ChallengeRecord]) async throws -> Set<ChallengeID> {
        let snapshots = challenges.map(\.snapshot)
        return Set(
            try await all(
                """
                INSERT INTO challenges (\(ChallengeRecord.columns))
                SELECT * FROM unnest(\(challenges.map(\.id)), \(challenges.map(\.kind.rawValue)),
                    \(challenges.map(\.name)), \(challenges.map(\.description)),
                    \(challenges.map(\.author)), \(challenges.map(\.proof.rawValue)),
                    \(challenges.map(\.deadline)), \(challenges.map(\.createdAt)),
                    \(snapshots.map(\.definition)), \(challenges.map(\.copyOf)),
                    \(snapshots.map(\.caption)), \(snapshots.map(\.category)),
                    \(snapshots.map(\.unit)), \(snapshots.map(\.target)),
                    \(snapshots.map(\.targetSeconds)), \(snapshots.map(\.wholeNumbers)),
                    \(snapshots.map(\.metric?.rawValue)), \(snapshots.map(\.timer.rawValue)),
                    \(challenges.map(\.visibility.rawValue)))
                ON CONFLICT ON CONSTRAINT challenges_pkey DO NOTHING RETURNING id
                """
            ) { row in try row.next(ChallengeID.self) }
        )
    }
}

extension Reader {
    /// Whether a contest with this id exists.
    package func isContest(_ id: ChallengeID) async throws -> Bool {
        try await first(
            "SELECT true FROM challenges WHERE id = \(id) AND \(Clauses.isContest)",
            .point
        ) { row in
            try row.next()
        } ?? false
    }
}

extension Clauses {
    /// The condition that a row of `challenges` belongs to a contest, as in the indexes.
    package static let isContest: Clauses = "challenges.kind IN ('competition', 'open')"
}

extension ChallengeRecord {
    /// The columns that a challenge is read from.
    package static let columns: Columns = [
        "id", "kind", "name", "description", "author", "proof", "deadline", "created_at",
        "definition", "copy_of", "caption", "category", "unit", "target", "target_seconds",
        "whole_numbers", "metric", "timer", "visibility",
    ]
    /// The same columns with the table's name.
    package static let joinedColumns = columns.of("challenges")

    /// Reads `columns`.
    package init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            kind: ChallengeKind(rawValue: row.next()) ?? .unknown,
            name: row.next(),
            description: row.next(),
            author: row.next(),
            proof: Proof(rawValue: row.next()) ?? .unknown,
            deadline: row.next(),
            createdAt: row.next(),
            // `copy_of` is among the columns of the snapshot.
            snapshot: Snapshot(definition: row.next()),
            copyOf: row.next()
        )
        snapshot.caption = try row.next()
        snapshot.category = try row.next()
        snapshot.unit = try row.next()
        snapshot.target = try row.next()
        snapshot.targetSeconds = try row.next()
        snapshot.wholeNumbers = try row.next()
        snapshot.metric = try row.next(String?.self).map { Metric(rawValue: $0) ?? .unknown }
        snapshot.timer = TimerMode(rawValue: try row.next()) ?? .unknown
        visibility = Visibility(rawValue: try row.next()) ?? .unknown
    }
}
