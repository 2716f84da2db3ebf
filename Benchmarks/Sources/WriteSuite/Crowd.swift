import Staging

/// People with accounts, in pairs: one sends dares, the other answers them.
struct Crowd {
    private let sending: [Person]
    private let receiving: [Person]

    var pairs: Int { sending.count }
    var senders: String { sending.map { "'\($0.id)'" }.joined(separator: ", ") }
    var recipients: String { receiving.map { "'\($0.id)'" }.joined(separator: ", ") }

    /// Registers the people, and waits until challengesd knows all of them.
    init(pairs: Int, in cluster: StandingCluster) async throws {
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

    /// The answers as a script for pgbench, on behalf of the first person.
    func script(of answer: Answer) -> String {
        switch answer {
        case .accept: answer.script(of: "\(receiving[0].id)")
        case .approve: answer.script(of: "\(sending[0].id)")
        }
    }

    /// One round of answers through the gateway, per second.
    func rate(
        of answer: Answer,
        _ rows: PreparedRows,
        _ turn: Duration,
        by wrk: WrkWrites
    ) async throws -> Double {
        let asking = answer == .accept ? receiving : sending
        return try await wrk.rate(
            of: Self.requests,
            [answer.rawValue, WriteSuite.idPrefix, "\(rows.first)"] + asking.map(\.accessToken),
            rows,
            turn,
            in: "challenges"
        )
    }

    /// Answers one dare after the other, each as the person it belongs to.
    private static let requests = """
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

        """
}
