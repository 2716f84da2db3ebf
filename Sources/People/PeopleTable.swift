public import IdentityAPI
public import Identifiers
public import Postgres
public import Wire

// The `people` table. Other services' statements may join it; no other file changes it.
extension Reader {
    /// The people with these ids; whoever is not known is left out.
    public func people(_ ids: [UserID]) async throws -> [UserID: Person] {
        guard !ids.isEmpty else { return [:] }
        let people = try await all(.people(ids), ids.count <= 200 ? .point : .leased) { row in
            try Person(readingRow: &row)
        }
        return Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) })
    }
}

extension SQL {
    fileprivate static func people(_ ids: [UserID]) -> SQL {
        // A subquery hides how many ids there are, so that the statement is planned once.
        """
        SELECT id, username, first_name, last_name, avatar FROM people
        WHERE id = ANY((SELECT \(Array(Set(ids))))::uuid[])
        """
    }
}

extension Person {
    /// Reads `id, username, first_name, last_name, avatar`.
    fileprivate init(readingRow row: inout Row) throws {
        try self.init(
            id: row.next(),
            username: row.next(),
            firstName: row.next(),
            lastName: row.next(),
            avatarURL: row.next(MediaID?.self).map { MediaReference($0) }
        )
    }
}

extension Transaction {
    /// Asks for the people with these ids, by a statement that travels with the next one.
    public func askPeople(_ ids: [UserID]) throws -> Coming<[UserID: Person]> {
        try ask(.people(ids)) { row in
            try Person(readingRow: &row)
        }.map { people in
            Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0) })
        }
    }

    /// Copies people; a card that is not newer than the stored one changes nothing.
    public func store(_ cards: [PersonCard]) async throws {
        // One card for each person, and all writers in one order, so that none waits for another
        // that waits for it.
        let newest = Dictionary(cards.map { ($0.person.id, $0) }) { one, other in
            one.version >= other.version ? one : other
        }
        let cards = newest.values.sorted { $0.person.id < $1.person.id }
        guard !cards.isEmpty else { return }
        try await run(
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
