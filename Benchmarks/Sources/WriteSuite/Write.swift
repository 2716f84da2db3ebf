/// A kind of write, each request of which has rows of its own.
enum Write: String, CaseIterable {
    /// A session is renewed: no stored reply, no event.
    case refresh
    /// A person asks another to be friends: a stored reply.
    case request
    /// A friend request is accepted: a stored reply, and an event to two services.
    case befriend
    /// A friend is dared: a call to identityd, a stored reply, a timer, a notice, a counter.
    case dare

    var work: String {
        switch self {
        case .refresh: "session renewed, 64 connections"
        case .request: "friend request sent, 64 connections"
        case .befriend: "friend request accepted, with its events, 64 connections"
        case .dare: "dare sent, 64 connections"
        }
    }

    /// The service that answers.
    var service: String {
        switch self {
        case .refresh, .request, .befriend: "identity"
        case .dare: "challenges"
        }
    }

    /// The permissions that pgbench's script, which runs as the answering service, needs on other
    /// services' tables: statements for the owners of these tables.
    var grants: [(owner: String, statements: String)] {
        switch self {
        case .refresh, .request:
            []
        case .befriend:
            ["challenges", "scoring"].map { owner in
                let statements = """
                    GRANT USAGE ON SCHEMA \(owner) TO identity;
                    GRANT SELECT, INSERT, UPDATE ON \(owner).received_events, \(owner).relations
                        TO identity;

                    """
                return (owner, statements)
            }
        case .dare:
            [
                (
                    owner: "identity",
                    statements: """
                    GRANT USAGE ON SCHEMA identity TO challenges;
                    GRANT SELECT ON identity.accounts, identity.relations TO challenges;

                    """
                ),
                (
                    owner: "scoring",
                    statements: """
                    GRANT USAGE ON SCHEMA scoring TO challenges;
                    GRANT SELECT, INSERT, UPDATE
                        ON scoring.received_events, scoring.sends, scoring.counters
                        TO challenges;
                    GRANT SELECT ON scoring.medals TO challenges;

                    """
                ),
                WriteSuite.noticeGrants,
            ]
        }
    }

    /// The path and the body, in Lua; `row` is the row's number, `id` its id, and `friend` the id
    /// of a friend of the requesting person.
    var http: (path: String, body: String) {
        switch self {
        case .refresh:
            (
                path: "'/v1/sessions/refresh'",
                body: """
                '{"refreshToken":"' .. string.rep("A", 30)
                    .. string.format("%.0f", row) .. 'A"}'
                """
            )
        case .request:
            (path: "'/v1/friend-requests'", body: "'{\"to\":\"' .. id .. '\"}'")
        case .befriend:
            (path: "'/v1/friend-requests/' .. id .. '/accept'", body: "nil")
        case .dare:
            (
                path: "'/v1/challenges'",
                body: """
                '{"kind":"dare","name":"Run to the lake",'
                    .. '"description":"And be back before noon.",'
                    .. '"recipients":["' .. friend .. '"]}'
                """
            )
        }
    }

    /// The statements that prepare rows.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - people: The ids of the requesting or requested people, in the order of the rows.
    /// - Returns: The input of `psql`.
    func preparation(of rows: PreparedRows, for people: [String]) -> String {
        let numbers = "generate_series(\(rows.first), \(rows.end - 1)) AS number"
        let id = "('\(WriteSuite.idPrefix)' || number)::uuid"
        let list = people.map { "'\($0)'" }.joined(separator: ", ")
        let person = "(ARRAY[\(list)]::uuid[])[number % \(people.count) + 1]"
        switch self {
        case .refresh:
            return """
                INSERT INTO sessions (id, account, user_agent, address, created_at, last_used_at,
                    expires_at)
                    SELECT \(id), \(person), 'Benchmark', '127.0.0.1', now(), now(),
                        now() + interval '60 days'
                    FROM \(numbers);
                INSERT INTO refresh_tokens (digest, session, expires_at)
                    SELECT sha256(decode(repeat('A', 30) || number || 'A=', 'base64')), \(id),
                        now() + interval '60 days'
                    FROM \(numbers);
                VACUUM ANALYZE sessions, refresh_tokens;

                """
        case .request:
            // Requests of earlier rounds would count towards the daily limit.
            return """
                DELETE FROM friend_requests WHERE asked
                    BETWEEN '\(WriteSuite.idPrefix)000000000000'
                    AND '\(WriteSuite.idPrefix)999999999999';
                \(Self.accounts(id, numbers))
                \(Self.accounts(id, Self.others))
                VACUUM ANALYZE accounts, friend_requests, relations;

                """
        case .befriend:
            // Ids of the rows are older, and so smaller, than those of people.
            return """
                \(Self.accounts(id, numbers))
                INSERT INTO relations (one, other) SELECT \(id), \(person) FROM \(numbers);
                INSERT INTO friend_requests (id, asker, asked, state, created_at)
                    SELECT \(id), \(id), \(person), 'requested', now() FROM \(numbers);
                VACUUM ANALYZE accounts, friend_requests, relations;

                """
        case .dare:
            return """
                INSERT INTO people (id, username, first_name, last_name, version)
                    SELECT \(id), 'bench_' || number, 'Bench', 'Mark', 1 FROM \(Self.others)
                    ON CONFLICT DO NOTHING;
                VACUUM ANALYZE people, challenges, assignments, timers;

                """
        }
    }

    /// The numbers of the people on whose behalf pgbench writes: smaller than those of the rows.
    static let firstOther = 200_000_000_000
    static let countOfOthers = 512
    private static let others =
        "generate_series(\(firstOther), \(firstOther + countOfOthers - 1)) AS number"

    private static func accounts(_ id: String, _ numbers: String) -> String {
        """
        INSERT INTO accounts (id, username, first_name, last_name, full_name_folded,
            last_name_folded, password_hash, time_zone, created_at)
            SELECT \(id), 'bench_' || number, 'Bench', 'Mark', 'bench mark', 'mark', '', 'UTC',
                now()
            FROM \(numbers) ON CONFLICT DO NOTHING;
        """
    }
}
