public import IdentityAPI
public import Identifiers
public import Postgres

// The `relations` table. Other services' statements may join it; no other file changes it.
extension Reader {
    /// What the two are to each other, whoever is named first; strangers are `.none`.
    public func relation(_ user: UserID, _ other: UserID) async throws -> Relation {
        let relation = try await first(
            """
            SELECT relation FROM relations
            WHERE one = \(min(user, other)) AND other = \(max(user, other))
            """,
            .point
        ) { row in try row.next(String.self) }
        return relation.map { Relation(rawValue: $0) ?? .unknown } ?? .none
    }

    /// Those of the others who are known to be no friends by a later version than the given one:
    /// parted since whoever was asked about it answered.
    public func unfriended(
        _ user: UserID,
        from others: [UserID],
        since versions: [Int64]
    ) async throws -> Set<UserID> {
        let unfriended = try await all(
            """
            SELECT asked.other FROM unnest(\(others), \(versions)) AS asked(other, version)
            JOIN relations ON relations.one = least(asked.other, \(user))
                AND relations.other = greatest(asked.other, \(user))
            WHERE relations.relation <> 'friends' AND relations.version > asked.version
            """
        ) { row in try row.next(UserID.self) }
        return Set(unfriended)
    }
}

extension Transaction {
    /// Copies what two people are to each other, whoever is named first; what is not newer than
    /// the stored relation changes nothing.
    public func storeRelation(
        _ relation: Relation,
        of user: UserID,
        and other: UserID,
        version: Int64
    ) async throws {
        try await run(
            """
            INSERT INTO relations (one, other, relation, version)
            VALUES (\(min(user, other)), \(max(user, other)), \(relation.rawValue), \(version))
            ON CONFLICT ON CONSTRAINT relations_pkey
            DO UPDATE SET relation = excluded.relation, version = excluded.version
            WHERE relations.version < excluded.version
            """
        )
    }
}
