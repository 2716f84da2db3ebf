import IdentityAPI
import Identifiers
import Postgres

// The `relations` table. No other file names it.

/// The relation between two users, and the number of its changes.
struct StoredRelation {
    let pair: Pair
    let relation: Relation
    let version: Int64

    /// The event that notifies other services.
    var event: RelationChanged {
        RelationChanged(one: pair.one, other: pair.other, relation: relation, version: version)
    }
}

extension Transaction {
    /// Locks the relation between two users until the transaction ends. Inserts it if it is missing
    /// and both users have accounts. Sent with the next statement.
    ///
    /// - Returns: The relation; `nil` if one of them has no account.
    func lock(_ pair: Pair) throws -> Deferred<StoredRelation?> {
        try enqueue(
            """
            INSERT INTO relations (one, other)
            SELECT pair.one, pair.other
            FROM (VALUES (\(pair.one), \(pair.other))) AS pair(one, other)
            WHERE (\(hasAccount: "pair.one")) AND (\(hasAccount: "pair.other"))
            ON CONFLICT DO NOTHING
            """
        )
        return try deferred(
            """
            SELECT \(StoredRelation.columns) FROM relations
            WHERE one = \(pair.one) AND other = \(pair.other) FOR UPDATE
            """
        ) { row in
            try StoredRelation(reading: &row)
        }.map(\.first)
    }

    /// Locks the relation between a request's sender and recipient until the transaction ends. The
    /// two never change, and have a relation since the request was sent. Sent with the next
    /// statement.
    ///
    /// - Returns: The relation; `nil` if there is no such request.
    func lock(peopleOf request: FriendRequestID) throws -> Deferred<StoredRelation?> {
        try deferred(
            """
            SELECT \(StoredRelation.columns) FROM relations
            WHERE (one, other) = (\(pairOf: request)) FOR UPDATE
            """
        ) { row in
            try StoredRelation(reading: &row)
        }.map(\.first)
    }

    /// Makes pairs that never had a relation friends; skips other pairs.
    ///
    /// - Returns: The new relations.
    func insertFriends(_ pairs: [Pair]) async throws -> [StoredRelation] {
        try await all(
            """
            INSERT INTO relations (\(StoredRelation.columns))
            SELECT one, other, \(Relation.friends.rawValue), 1
            FROM unnest(\(pairs.map(\.one)), \(pairs.map(\.other))) AS pair(one, other)
            ON CONFLICT DO NOTHING RETURNING \(StoredRelation.columns)
            """
        ) { try StoredRelation(reading: &$0) }
    }

    /// Changes the relation between two users, which is locked. Sent with the next statement.
    ///
    /// - Returns: The new relation.
    func set(_ relation: Relation, instead locked: StoredRelation) throws -> StoredRelation {
        let new = StoredRelation(
            pair: locked.pair,
            relation: relation,
            version: locked.version + 1
        )
        try enqueue(
            """
            UPDATE relations SET relation = \(relation.rawValue), version = \(new.version)
            WHERE one = \(new.pair.one) AND other = \(new.pair.other)
            """
        )
        return new
    }
}

extension Reader {
    /// Returns the relation between two users; `nil` if they never had one.
    func relation(_ pair: Pair) async throws -> StoredRelation? {
        try await first(
            """
            SELECT \(StoredRelation.columns) FROM relations
            WHERE one = \(pair.one) AND other = \(pair.other)
            """,
            .point
        ) { try StoredRelation(reading: &$0) }
    }

    /// Returns a user's relations to up to 200 others.
    func relations(of user: UserID, with others: [UserID]) async throws -> [UserID: StoredRelation]
    {
        let found = try await all(
            """
            SELECT \(StoredRelation.columns) FROM relations
            WHERE one = \(user) AND other = ANY(\(others))
            UNION ALL
            SELECT \(StoredRelation.columns) FROM relations
            WHERE other = \(user) AND one = ANY(\(others))
            """,
            .point
        ) { try StoredRelation(reading: &$0) }
        return Dictionary(
            found.map { ($0.pair.partner(of: user), $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the relations after a pair, ordered by pair; skips those that never changed.
    func relations(after pair: Pair?, limit: Int) async throws -> [StoredRelation] {
        try await all(
            """
            SELECT \(StoredRelation.columns) FROM relations
            WHERE version > 0 \(after: pair.map { ($0.one, $0.other) }, in: "(one, other)")
            ORDER BY one, other LIMIT \(limit)
            """
        ) { try StoredRelation(reading: &$0) }
    }
}

extension StoredRelation {
    fileprivate static let columns: Columns = ["one", "other", "relation", "version"]

    fileprivate init(reading row: inout Row) throws {
        try self.init(
            pair: Pair(row.next(), row.next()),
            relation: Relation(rawValue: row.next()) ?? .unknown,
            version: row.next()
        )
    }
}

extension SQL.StringInterpolation {
    /// Writes a query of whether the person in a column and an actor are a blocked pair.
    mutating func appendInterpolation(
        isBlocked person: StaticString,
        by actor: UserID
    ) {
        appendLiteral("SELECT relation = 'blocked' FROM relations WHERE one = least(")
        appendLiteral(person)
        appendLiteral(", ")
        appendInterpolation(actor)
        appendLiteral(") AND other = greatest(")
        appendLiteral(person)
        appendLiteral(", ")
        appendInterpolation(actor)
        appendLiteral(")")
    }

    /// Writes a query of whether the person in a column and a user are friends or a blocked pair;
    /// no row if they never had a relation.
    mutating func appendInterpolation(isRelated person: StaticString, to user: UserID) {
        appendLiteral("SELECT relation <> 'none' FROM relations WHERE one = least(")
        appendLiteral(person)
        appendLiteral(", ")
        appendInterpolation(user)
        appendLiteral(") AND other = greatest(")
        appendLiteral(person)
        appendLiteral(", ")
        appendInterpolation(user)
        appendLiteral(")")
    }
    /// Writes a condition: whether a user is in any blocked pair.
    ///
    /// BETWEEN instead of =, and ORDER BY, make the planner use the indexes of blocks, the only
    /// ones with this order, so that it never scans the user's friends. EXISTS would drop the
    /// order.
    mutating func appendInterpolation(hasBlock user: UserID) {
        let part: SQL = """
            (SELECT true FROM relations
                WHERE relation = 'blocked' AND one BETWEEN \(user) AND \(user)
                ORDER BY one LIMIT 1) IS TRUE
            OR (SELECT true FROM relations
                WHERE relation = 'blocked' AND other BETWEEN \(user) AND \(user)
                ORDER BY other LIMIT 1) IS TRUE
            """
        appendInterpolation(part)
    }
}
