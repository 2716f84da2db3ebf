import Staging

/// People with accounts, in pairs of friends, who write through the gateway.
struct Writers {
    /// More than one round can write.
    private static let countPerSecond = 8_000
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

    /// Prepared rows, by the numbers in their ids.
    struct Rows {
        let first: Int
        let count: Int

        /// The first row and the number of rows of each pgbench connection.
        var variables: [String: Int] {
            ["row": first - 1, "share": count / Pgbench.clients]
        }
    }

    /// Prepares at least as many rows as a round of that length can use.
    mutating func prepare(for write: Write, _ turn: Duration) async throws -> Rows {
        let seconds = max(1, Int(turn.components.seconds))
        let rows = Rows(first: next, count: seconds * Self.countPerSecond)
        next += rows.count
        let script = write.preparation(of: rows, for: people.map(\.id))
        try await cluster.run(script, in: write.service)
        return rows
    }

    /// The same for pgbench, on behalf of the first person.
    func script(of write: Write) -> String {
        write.script(of: people[0].id)
    }

    /// One round of writes through the gateway.
    ///
    /// - Returns: Writes per second.
    /// - Throws: `StagingError` when a write was refused, when the rows ran out, or when the events
    ///   do not arrive.
    func rate(
        of write: Write,
        _ rows: Rows,
        _ turn: Duration,
        by wrk: Tool
    ) async throws -> Double {
        let said = try await Scratch.run { scratch in
            let script = try scratch.write(Array(Self.script(of: write).utf8), to: "write.lua")
            return try await wrk.run(
                [
                    "-c", "64", "-t", "1", "-d", "\(max(1, turn.components.seconds))",
                    "-s", script, cluster.url, "--", WriteSuite.idPrefix, "\(rows.first)",
                ] + askers(of: write)
            )
        }
        let figures = said.split(separator: "\n").last?.split(separator: " ") ?? []
        guard figures.count == 3, figures[0] == "answers", let answers = Double(figures[1]),
            let microseconds = Double(figures[2]), answers < Double(rows.count)
        else { throw StagingError("not all of wrk's writes were accepted: \(said)") }
        try await settle(write.service)
        return answers / microseconds * 1e6
    }

    /// Each person who asks: the access token, and the id of a friend.
    private func askers(of write: Write) -> [String] {
        switch write {
        case .refresh, .request, .befriend:
            people.map { "\($0.accessToken) \(people[0].id)" }
        case .dare:
            // Of each pair one: their dares never wait for each other.
            stride(from: 0, to: people.count, by: 2).map { index in
                "\(people[index].accessToken) \(people[index + 1].id)"
            }
        }
    }

    /// Waits until every event has been delivered.
    private func settle(_ service: String) async throws {
        let end = ContinuousClock.now + .seconds(60)
        let count = "SELECT count(*) FROM outbox WHERE destination <> 'nobody';\n"
        while try await cluster.run(count, in: service) != "0\n" {
            guard ContinuousClock.now < end else {
                throw StagingError("the events did not arrive within 60 s")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The script of wrk: one write after the other, each as another person.
    private static func script(of write: Write) -> String {
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
        function done(summary)
            local errors = summary.errors
            if errors.status + errors.connect + errors.read + errors.write + errors.timeout > 0 then
                io.write(string.format("status %d, connect %d, read %d, write %d, timeout %d\\n",
                    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
            else
                io.write(string.format("answers %d %d\\n", summary.requests, summary.duration))
            end
        end

        """
    }
}
