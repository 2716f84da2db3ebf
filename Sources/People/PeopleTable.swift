public import IdentityAPI
public import Identifiers
public import Postgres
import Values
public import Wire

// The `people` table. Other services' statements may join it; no other file changes it.
extension Reader {
    /// The cards of these people as they were last told; unknown ids are left out. What an earlier
    /// release of identityd did not tell is `nil`.
    public func copies(of ids: [UserID]) async throws -> [UserID: PersonCard] {
        guard !ids.isEmpty else { return [:] }
        let cards = try await all(
            """
            SELECT \(PersonCard.columns) FROM people
            WHERE id = ANY(\(Array(Set(ids))))
            """,
            ids.count <= 200 ? .point : .leased
        ) { row in
            try row.card()
        }
        return Dictionary(uniqueKeysWithValues: cards.map { ($0.person.id, $0) })
    }

    /// The first people after the given one, by id, whose copies lack fields of this release's
    /// cards.
    func lackingPeople(after last: UserID?, limit: Int) async throws -> [UserID] {
        try await all(
            """
            SELECT id FROM people
            WHERE told_version IS DISTINCT FROM version \(after: last, in: "id")
            ORDER BY id LIMIT \(limit)
            """
        ) { row in
            try row.next()
        }
    }

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

extension SQL.StringInterpolation {
    /// Writes the standing of the person in a column, as it was last told; NULL if it was not. It
    /// is read only where the statement needs it.
    public mutating func appendInterpolation(standingOf column: StaticString) {
        appendLiteral("(SELECT people.standing FROM people WHERE people.id = ")
        appendLiteral(column)
        appendLiteral(")")
    }

    /// Writes a join with the copy of the person in a column; without a copy, its columns are NULL.
    /// The copy is looked up for each row, because a server that expects too many rows would
    /// otherwise read all people.
    public mutating func appendInterpolation(personIn column: StaticString) {
        appendLiteral("LEFT JOIN LATERAL (SELECT * FROM people WHERE people.id = ")
        appendLiteral(column)
        appendLiteral(" LIMIT 1) AS people ON true")
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

extension PersonCard {
    /// What `Row.card` reads.
    fileprivate static let columns: Columns = [
        "id", "username", "first_name", "last_name", "avatar", "version", "zone_names",
        "zones_since", "locale", "is_listed", "standing",
    ]
}

extension Row {
    fileprivate mutating func card() throws -> PersonCard {
        try PersonCard(
            person: Person(reading: &self),
            version: next(),
            zones: zones(),
            locale: next(),
            isListed: next(),
            standing: next(String?.self).map { AccountStanding(rawValue: $0) ?? .unknown }
        )
    }

    private mutating func zones() throws -> [ZoneChange]? {
        let (names, moments): ([String]?, [Instant]?) = try read()
        guard let names, let moments else { return nil }
        return zip(moments, names).map { ZoneChange(since: $0, name: $1) }
    }
}

extension [Person] {
    /// The people by their ids, which must be unique.
    public var byID: [UserID: Person] {
        Dictionary(uniqueKeysWithValues: map { ($0.id, $0) })
    }
}

extension Transaction {
    /// The card of one person, as `copies` reads it; `nil` if none was told. Sent with the next
    /// statement.
    public func readCopy(of id: UserID) throws -> Deferred<PersonCard?> {
        try deferred("SELECT \(PersonCard.columns) FROM people WHERE id = \(id)") { row in
            try row.card()
        }.map { $0.first }
    }

    /// Stores people; a card that is not newer than the stored one changes nothing, except that one
    /// of the same version fills in fields that the copy lacks. Fields that a card of an earlier
    /// release does not have stay as they are. Sent with the next statement.
    public func store(_ cards: [PersonCard]) throws {
        // One card for each person, and the same order for all writers, so that they do not
        // deadlock.
        let newest = Dictionary(cards.map { ($0.person.id, $0) }) { one, other in
            one.version >= other.version ? one : other
        }
        let cards = newest.values.sorted { $0.person.id < $1.person.id }
        guard !cards.isEmpty else { return }
        // A card's zones are a list, but arrays of lists of different lengths do not exist: their
        // names and moments travel as texts.
        try enqueue(
            """
            INSERT INTO people (id, username, first_name, last_name, avatar, version, zone_names,
                zones_since, locale, is_listed, standing, told_version)
            SELECT id, username, first_name, last_name, avatar, version,
                string_to_array(zone_names, ' '), string_to_array(zones_since, ' ')::timestamptz[],
                locale, is_listed, standing, CASE WHEN zone_names IS NOT NULL THEN version END
            FROM unnest(\(cards.map(\.person.id)), \(cards.map(\.person.username)),
                \(cards.map(\.person.firstName)), \(cards.map(\.person.lastName)),
                \(cards.map(\.person.avatarURL?.media)), \(cards.map(\.version)),
                \(cards.map { $0.joinedZones(\.name) }),
                \(cards.map { $0.joinedZones(\.since.description) }), \(cards.map(\.locale)),
                \(cards.map(\.isListed)), \(cards.map(\.standing?.rawValue)))
                AS card(id, username, first_name, last_name, avatar, version, zone_names,
                    zones_since, locale, is_listed, standing)
            ON CONFLICT ON CONSTRAINT people_pkey DO UPDATE SET username = excluded.username,
                first_name = excluded.first_name, last_name = excluded.last_name,
                avatar = excluded.avatar, version = excluded.version,
                zone_names = coalesce(excluded.zone_names, people.zone_names),
                zones_since = coalesce(excluded.zones_since, people.zones_since),
                locale = coalesce(excluded.locale, people.locale),
                is_listed = coalesce(excluded.is_listed, people.is_listed),
                standing = coalesce(excluded.standing, people.standing),
                told_version = coalesce(excluded.told_version, people.told_version)
            WHERE people.version < excluded.version
                OR people.version = excluded.version AND excluded.told_version IS NOT NULL
                    AND people.told_version IS DISTINCT FROM people.version
            """
        )
    }
}

extension PersonCard {
    /// One text of each zone's; `nil` if the card tells none.
    fileprivate func joinedZones(_ text: (ZoneChange) -> String) -> String? {
        zones?.map(text).joined(separator: " ")
    }
}
