import Staging

/// People whom all services know and who send no requests: copies of one registered person.
struct Strangers: Sendable {
    let count: Int
    private let cluster: StandingCluster

    /// The number of following strangers who are friends of each of them.
    private static let friends = 10

    /// Prepares the people, and friendships among them, ten for each.
    ///
    /// - Throws: `StagingError` when the gateway or the database refuses.
    init(_ count: Int, in cluster: StandingCluster) async throws {
        self.count = count
        self.cluster = cluster
        let model = try await Person("Model", at: cluster.url)
        try await cluster.deliverEvents(of: "identity")
        let all = 0..<count
        let name = "'Friend' || nth * 7919 % 10007"
        let isModel = "id = '\(model.id)'"
        try await cluster.run(
            Copies.of(
                "accounts",
                where: isModel,
                numbers: all,
                changing: [
                    "id": Self.id("nth"), "username": "'stranger_' || nth",
                    "first_name": name, "full_name_folded": "lower(\(name)) || ' bench'",
                ]
            ),
            in: "identity"
        )
        for service in ["challenges", "scoring"] {
            try await cluster.run(
                Copies.of(
                    "people",
                    where: isModel,
                    numbers: all,
                    changing: [
                        "id": Self.id("nth"), "username": "'stranger_' || nth",
                        "first_name": name,
                    ]
                ),
                in: service
            )
        }
        try await cluster.run(
            """
            UPDATE totals SET points = 10 * (1 + number * 7919 % 1009),
                reached_at = now() - number * interval '1 second'
                FROM generate_series(0, \(count - 1)) AS number
                WHERE user_id = \(Self.id("number"));

            """,
            in: "scoring"
        )
        try await befriend(
            """
            SELECT \(Self.id("number")), \(Self.id("(number + step) % \(count)"))
                FROM generate_series(0, \(count - 1)) AS number,
                    generate_series(1, \(Self.friends)) AS step
            """
        )
    }

    /// The id of a stranger from their number, in SQL.
    static func id(_ number: String) -> String {
        "('01900000-0000-7000-8000-' || 400000000000 + \(number))::uuid"
    }

    /// Makes each of the people a friend of this number of strangers; people share some of these
    /// friends.
    ///
    /// - Throws: `StagingError` when the database refuses.
    func befriend(_ people: [Person], each count: Int) async throws {
        try await befriend(
            """
            SELECT person::uuid, \(Self.id("(place * 101 + step) % \(self.count)"))
                FROM unnest(\(people.sql)) WITH ORDINALITY AS asked(person, place),
                    generate_series(1, \(count)) AS step
            """
        )
    }

    private func befriend(_ pairs: String) async throws {
        for service in ["identity", "challenges", "scoring"] {
            try await cluster.run(
                """
                INSERT INTO relations (one, other, relation, version)
                    SELECT least(one, other), greatest(one, other), 'friends', 1
                    FROM (\(pairs)) AS pair(one, other);
                VACUUM ANALYZE relations;
                \(service == "identity" ? "VACUUM ANALYZE accounts;" : "VACUUM ANALYZE people;")
                \(service == "scoring" ? "VACUUM ANALYZE totals;" : "")

                """,
                in: service
            )
        }
    }
}

extension [Person] {
    /// Their ids as an array, in SQL.
    var sql: String { "ARRAY[\(map { "'\($0.id)'" }.joined(separator: ", "))]::uuid[]" }
}
