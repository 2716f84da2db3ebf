import Staging

/// People with accounts, in pairs of friends, who write through the gateway.
struct Writers {
    /// The last twelve digits of the rows' ids are numbers from here on.
    private static let first = 300_000_000_000

    private let people: [Person]
    private let cluster: StandingCluster
    private var next = Writers.first

    /// Registers the people. Each may send 30 friend requests a day.
    init(pairs: Int, in cluster: StandingCluster) async throws {
        self.cluster = cluster
        var people: [Person] = []
        for number in 0..<pairs {
            let one = try await Person("One\(number)", at: cluster.url)
            let other = try await Person("Other\(number)", at: cluster.url)
            try await one.befriend(other)
            people += [one, other]
        }
        self.people = people
    }

    /// Prepares at least the number of rows that a round of this length can use.
    mutating func prepare(for write: Write, _ turn: Duration) async throws -> PreparedRows {
        let rows = PreparedRows(from: next, for: turn)
        next = rows.end
        let script = write.preparation(of: rows, for: people.map(\.id))
        try await cluster.run(script, in: write.service)
        return rows
    }

    /// The writes as a script for pgbench, on behalf of the first person.
    func script(of write: Write) -> String {
        write.script(of: people[0].id)
    }

    /// One round of writes through the gateway, per second.
    func rate(
        of write: Write,
        _ rows: PreparedRows,
        _ turn: Duration,
        by wrk: WrkWrites
    ) async throws -> Double {
        try await wrk.rate(
            of: Self.requests(of: write),
            [WriteSuite.idPrefix, "\(rows.first)"] + askers(of: write),
            rows,
            turn,
            in: write.service
        )
    }

    /// For each requesting person: the access token, and the id of a friend.
    private func askers(of write: Write) -> [String] {
        switch write {
        case .refresh, .request, .befriend:
            people.map { "\($0.accessToken) \(people[0].id)" }
        case .dare:
            // One person of each pair, so that their dares never wait for each other.
            stride(from: 0, to: people.count, by: 2).map { index in
                "\(people[index].accessToken) \(people[index + 1].id)"
            }
        }
    }

    /// One write after the other, each as another person.
    private static func requests(of write: Write) -> String {
        """
        local prefix, row, askers
        function init(arguments)
            prefix, row, askers = arguments[1], tonumber(arguments[2]), {}
            for index = 3, #arguments do
                local token, friend = string.match(arguments[index], "(%S+) (%S+)")
                askers[index - 3] = { token = token, friend = friend }
            end
            askers.count = #arguments - 2
        end
        function request()
            local asker = askers[row % askers.count]
            local friend, id = asker.friend, string.format("%s%.0f", prefix, row)
            local path, body = \(write.http.path), \(write.http.body)
            local headers = { Authorization = "Bearer " .. asker.token }
            if body then headers["Content-Type"] = "application/json" end
            row = row + 1
            return wrk.format("POST", path, headers, body)
        end

        """
    }
}
