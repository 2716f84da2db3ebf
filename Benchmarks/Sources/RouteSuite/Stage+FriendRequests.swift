import Measuring
import Staging

extension Stage {
    /// Measures accepting friend requests of strangers.
    func measureFriendRequests() async throws {
        let people = try await people(count(64, orSmoke: 2), named: "Host")
        let each = count(8, orSmoke: 2)
        try await send(each * rounds, to: people)
        let waiting = try await requests(to: people)
        guard waiting.allSatisfy({ $0.requests.count == each * rounds }) else {
            throw StagingError("some friend requests are missing")
        }
        var round = 0
        try await compareTime(
            of: "friend request accepted, with its events",
            target: Targets.accepted,
            by: people,
            ours: {
                let first = round * each
                round += 1
                return try await writes.time(of: waiting, each: each) { asked, number in
                    let request = asked.requests[first + number]
                    try await asked.person.send("POST", "/v1/friend-requests/\(request)/accept")
                }
            }
        )
    }

    /// Stores friend requests of this number of strangers to each person, as identityd would.
    /// Stores those of all rounds at once, because new statistics would make the database plan its
    /// statements again.
    private func send(_ requests: Int, to people: [Person]) async throws {
        guard requests <= strangers.count else {
            throw StagingError("there are not enough strangers for so many rounds")
        }
        try await cluster.run(
            """
            CREATE UNLOGGED TABLE sent AS
                SELECT md5('request' || person || number)::uuid AS id,
                    \(Strangers.id("number")) AS asker, person AS asked
                FROM unnest(\(people.sql)) AS asked(person),
                    generate_series(0, \(requests - 1)) AS number;
            INSERT INTO relations (one, other)
                SELECT least(asker, asked), greatest(asker, asked) FROM sent;
            INSERT INTO friend_requests (id, asker, asked, state, created_at)
                SELECT id, asker, asked, 'requested', now() FROM sent;
            INSERT INTO notices (id, user_id, kind, cause, actor, subject_kind, subject, raised_at)
                SELECT gen_random_uuid(), asked, 'friendRequest', id::text, asker, 'friendRequest',
                    id, now()
                FROM sent;
            DROP TABLE sent;
            VACUUM ANALYZE relations, friend_requests, notices;

            """,
            in: "identity"
        )
    }

    /// The ids of the requests that each person may accept.
    private func requests(
        to people: [Person]
    ) async throws -> [(person: Person, requests: [String])] {
        let rows = try await cluster.run(
            "SELECT asked, id FROM friend_requests WHERE state = 'requested';\n",
            in: "identity"
        )
        let pairs = rows.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
        let all = Dictionary(grouping: pairs) { $0[0] }
        return people.map { person in
            (person: person, requests: (all[person.id] ?? []).map { $0[1] })
        }
    }
}
