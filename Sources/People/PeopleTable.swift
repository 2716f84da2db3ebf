public import IdentityAPI
public import Identifiers
public import Postgres
public import Wire

// The `people` table. Other services' statements may join it; no other file changes it.
extension Reader {
    /// The people with these ids; unknown ids are left out.
    public func people(_ ids: [UserID]) async throws -> [UserID: Person] {
        guard !ids.isEmpty else { return [:] }
        return try await all(
            """
            SELECT \(Person.columns) FROM people
            WHERE id = ANY(\(Array(Set(ids))))
            """,
            ids.count <= 200 ? .point : .leased
        ) { row in
            try Person(reading: &row)
        }.byID
    }
}

extension Person {
    /// The columns of `people` that a person is read from.
    public static let columns: Columns = ["id", "username", "first_name", "last_name", "avatar"]

    /// Reads `columns`.
    public init(reading row: inout Row) throws {
        try self.init(
            id: row.next(),
            username: row.next(),
            firstName: row.next(),
            lastName: row.next(),
            avatarURL: row.next(MediaID?.self).map { MediaReference($0) }
        )
    }
}

extension [Person] {
    /// The people by their ids, which must be unique.
    public var byID: [UserID: Person] {
        Dictionary(uniqueKeysWithValues: map { ($0.id, $0) })
    }
}

extension Transaction {
    /// Stores people; a card that is not newer than the stored one changes nothing. Sent with the
    /// next statement.
    public func store(_ cards: [PersonCard]) throws {
        // One card for each person, and the same order for all writers, so that they do not
        // deadlock.
        let newest = Dictionary(cards.map { ($0.person.id, $0) }) { one, other in
            one.version >= other.version ? one : other
        }
        let cards = newest.values.sorted { $0.person.id < $1.person.id }
        guard !cards.isEmpty else { return }
        try enqueue(
            """
            INSERT INTO people (id, username, first_name, last_name, avatar, version)
            SELECT * FROM unnest(\(cards.map(\.person.id)), \(cards.map(\.person.username)),
                \(cards.map(\.person.firstName)), \(cards.map(\.person.lastName)),
                \(cards.map(\.person.avatarURL?.media)), \(cards.map(\.version)))
            ON CONFLICT ON CONSTRAINT people_pkey DO UPDATE SET username = excluded.username,
                first_name = excluded.first_name, last_name = excluded.last_name,
                avatar = excluded.avatar, version = excluded.version
            WHERE people.version < excluded.version
            """
        )
    }
}
