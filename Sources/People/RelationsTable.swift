public import IdentityAPI
public import Identifiers
public import Postgres

// The `relations` table. Other services' statements may join it; no other file changes it.
extension Reader {
    /// The relation of two users, in either order; `.none` for strangers.
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

    /// The users among the given ones who form a blocked pair with a user.
    public func blocked(_ user: UserID, among others: [UserID]) async throws -> Set<UserID> {
        guard !others.isEmpty else { return [] }
        let blocked = try await all(
            """
            SELECT asked.other FROM unnest(\(others)) AS asked(other)
            JOIN relations ON relations.one = least(asked.other, \(user))
                AND relations.other = greatest(asked.other, \(user))
            WHERE relations.relation = 'blocked'
            """,
            others.count <= 200 ? .point : .leased
        ) { row in
            try row.next(UserID.self)
        }
        return Set(blocked)
    }
}

extension SQL.StringInterpolation {
    /// Writes the relation of a user and the person in a column; NULL for strangers. It is read
    /// only where the statement needs it.
    public mutating func appendInterpolation(
        relationOf column: StaticString,
        with user: UserID
    ) {
        appendLiteral("(SELECT relations.relation FROM relations WHERE relations.one = least(")
        appendLiteral(column)
        appendLiteral(", ")
        appendInterpolation(user)
        appendLiteral(") AND relations.other = greatest(")
        appendLiteral(column)
        appendLiteral(", ")
        appendInterpolation(user)
        appendLiteral("))")
    }

    /// Writes the relation of the people in two columns; NULL for strangers.
    public mutating func appendInterpolation(
        relationOf column: StaticString,
        withPersonIn other: StaticString
    ) {
        appendLiteral("(SELECT relations.relation FROM relations WHERE relations.one = least(")
        appendLiteral(column)
        appendLiteral(", ")
        appendLiteral(other)
        appendLiteral(") AND relations.other = greatest(")
        appendLiteral(column)
        appendLiteral(", ")
        appendLiteral(other)
        appendLiteral("))")
    }

    /// Writes the ids of a user's friends, as a subquery of one column.
    public mutating func appendInterpolation(friendsOf user: UserID) {
        appendLiteral("(SELECT relations.other FROM relations WHERE relations.one = ")
        appendInterpolation(user)
        appendLiteral(" AND relations.relation = 'friends' UNION ALL")
        appendLiteral(" SELECT relations.one FROM relations WHERE relations.other = ")
        appendInterpolation(user)
        appendLiteral(" AND relations.relation = 'friends')")
    }

    /// Writes the ids of the friends of the person in a column, as a subquery of one column.
    public mutating func appendInterpolation(friendsOfPersonIn column: StaticString) {
        appendLiteral("(SELECT relations.other FROM relations WHERE relations.one = ")
        appendLiteral(column)
        appendLiteral(" AND relations.relation = 'friends' UNION ALL")
        appendLiteral(" SELECT relations.one FROM relations WHERE relations.other = ")
        appendLiteral(column)
        appendLiteral(" AND relations.relation = 'friends')")
    }
}

extension Transaction {
    /// Those of the others who are known not to be friends by a later version than the given one:
    /// unfriended since identityd answered about them. Sent with the next statement.
    public func unfriended(
        _ user: UserID,
        from others: [UserID],
        since versions: [Int64]
    ) throws -> Deferred<Set<UserID>> {
        try deferred(
            """
            SELECT asked.other FROM unnest(\(others), \(versions)) AS asked(other, version)
            JOIN relations ON relations.one = least(asked.other, \(user))
                AND relations.other = greatest(asked.other, \(user))
            WHERE relations.relation <> 'friends' AND relations.version > asked.version
            """
        ) { row in
            try row.next(UserID.self)
        }.map { Set($0) }
    }

    /// Stores the relations of pairs; one that is not newer than the stored one changes nothing.
    /// Sent with the next statement.
    public func store(_ told: [RelationChanged]) throws {
        if !told.isEmpty { try enqueue("\(storing: told)") }
    }

    /// Stores the relation of two users, in either order, as `store` does.
    public func storeRelation(
        _ relation: Relation,
        of user: UserID,
        and other: UserID,
        version: Int64
    ) async throws {
        let told = RelationChanged(one: user, other: other, relation: relation, version: version)
        try await run("\(storing: [told])")
    }
}

extension SQL.StringInterpolation {
    /// Appends the statement that stores relations: one for each pair, and in the same order for
    /// all writers, so that they do not deadlock.
    fileprivate mutating func appendInterpolation(storing told: [RelationChanged]) {
        let newest = Dictionary(told.map { (Pair($0.one, $0.other), $0) }) { one, other in
            one.version >= other.version ? one : other
        }
        let pairs = newest.keys.sorted { ($0.one, $0.other) < ($1.one, $1.other) }
        let relations = pairs.compactMap { newest[$0] }
        let part: SQL = """
            INSERT INTO relations (one, other, relation, version)
            SELECT one, other, relation, version
            FROM unnest(\(pairs.map(\.one)), \(pairs.map(\.other)),
                \(relations.map(\.relation.rawValue)), \(relations.map(\.version)))
                AS told(one, other, relation, version)
            ON CONFLICT ON CONSTRAINT relations_pkey
            DO UPDATE SET relation = excluded.relation, version = excluded.version
            WHERE relations.version < excluded.version
            """
        appendInterpolation(part)
    }
}
