import Staging

/// People with accounts, in pairs: one sends dares, the other answers them.
struct Crowd {
    private let sending: [Person]
    private let receiving: [Person]
    private let cluster: StandingCluster

    var pairs: Int { sending.count }
    var senders: String { sending.map { "'\($0.id)'" }.joined(separator: ", ") }
    var recipients: String { receiving.map { "'\($0.id)'" }.joined(separator: ", ") }

    /// Registers the people, and waits until challengesd knows all of them.
    init(pairs: Int, in cluster: StandingCluster) async throws {
        self.cluster = cluster
        var accounts: [Person] = []
        for number in 0..<2 * pairs {
            accounts.append(try await Person("Person\(number)", at: cluster.url))
        }
        sending = Array(accounts[..<pairs])
        receiving = Array(accounts[pairs...])
        let count = "SELECT count(*) FROM people;\n"
        let end = ContinuousClock.now + .seconds(30)
        while try await cluster.run(count, in: "challenges") != "\(2 * pairs)\n" {
            guard ContinuousClock.now < end else {
                throw StagingError("challengesd did not receive the accounts within 30 s")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The same for pgbench, on behalf of the first person.
    func script(of answer: Answer) -> String {
        switch answer {
        case .accept: answer.script(of: "\(receiving[0].id)")
        case .approve: answer.script(of: "\(sending[0].id)")
        }
    }

    /// One round of answers through the gateway.
    ///
    /// - Returns: Answers per second.
    /// - Throws: `StagingError` when an answer was refused, when the dares ran out, or when the
    ///   events do not arrive.
    func rate(
        of answer: Answer,
        _ rows: Dares.Rows,
        _ turn: Duration,
        by wrk: Tool
    ) async throws -> Double {
        let asking = answer == .accept ? receiving : sending
        let said = try await Scratch.run { scratch in
            let script = try scratch.write(Array(Self.script.utf8), to: "answer.lua")
            return try await wrk.run(
                [
                    "-c", "64", "-t", "1", "-d", "\(max(1, turn.components.seconds))",
                    "-s", script, cluster.url, "--", answer.rawValue, WriteSuite.idPrefix,
                    "\(rows.first)",
                ] + asking.map(\.accessToken)
            )
        }
        let figures = said.split(separator: "\n").last?.split(separator: " ") ?? []
        guard figures.count == 3, figures[0] == "answers", let answers = Double(figures[1]),
            let microseconds = Double(figures[2]), answers < Double(rows.count)
        else { throw StagingError("not all of wrk's answers were accepted: \(said)") }
        try await settle()
        return answers / microseconds * 1e6
    }

    /// Waits until every event has been delivered.
    private func settle() async throws {
        let end = ContinuousClock.now + .seconds(60)
        let count = "SELECT count(*) FROM outbox WHERE destination <> 'nobody';\n"
        while try await cluster.run(count, in: "challenges") != "0\n" {
            guard ContinuousClock.now < end else {
                throw StagingError("the events did not arrive within 60 s")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The script of wrk: answers one dare after the other, each as the person it belongs to.
    private static let script = """
        local move, prefix, row, tokens
        function init(arguments)
            move, prefix, row = arguments[1], arguments[2], tonumber(arguments[3])
            tokens = {}
            for index = 4, #arguments do
                tokens[index - 4] = { Authorization = "Bearer " .. arguments[index] }
            end
            tokens.count = #arguments - 3
        end
        function request()
            local path = string.format("/v1/assignments/%s%.0f/%s", prefix, row, move)
            local headers = tokens[row % tokens.count]
            row = row + 1
            return wrk.format("POST", path, headers)
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
