import Foundation
import Measuring
import Servers

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// People with accounts, in pairs: one sends dares, and the other does them.
struct Crowd {
    private let sending: [Account]
    private let receiving: [Account]
    private let cluster: PrivateCluster

    var pairs: Int { sending.count }
    var senders: String { sending.map { "'\($0.user.id)'" }.joined(separator: ", ") }
    var recipients: String { receiving.map { "'\($0.user.id)'" }.joined(separator: ", ") }

    /// Registers them, and waits until challengesd has heard of all.
    init(pairs: Int, in cluster: PrivateCluster) async throws {
        self.cluster = cluster
        var accounts: [Account] = []
        for number in 0..<2 * pairs {
            accounts.append(try await Account(registering: "person\(number)", at: cluster.url))
        }
        sending = Array(accounts[..<pairs])
        receiving = Array(accounts[pairs...])
        let count = "SELECT count(*) FROM people;\n"
        let end = ContinuousClock.now + .seconds(30)
        while try await cluster.run(count, in: "challenges") != "\(2 * pairs)\n" {
            guard ContinuousClock.now < end else {
                throw Missing("challengesd has not heard of the accounts for 30 s")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// The same for pgbench, in the name of the first two.
    func script(of answer: Answer) -> String {
        let (sender, recipient) = ("\(sending[0].user.id)", "\(receiving[0].user.id)")
        return switch answer {
        case .accept: answer.script(of: recipient, to: sender)
        case .approve: answer.script(of: sender, to: recipient)
        }
    }

    /// One turn of answers through the gateway.
    ///
    /// - Returns: Answers a second.
    /// - Throws: `Missing` where an answer was refused, where the dares ran out, or where the events
    ///   do not arrive.
    func rate(
        of answer: Answer,
        _ rows: Dares.Rows,
        _ turn: Duration,
        by wrk: Tool
    ) async throws -> Double {
        let script = "\(cluster.files)/answer.lua"
        try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
        let asking = answer == .accept ? receiving : sending
        let said = try await wrk.run(
            [
                "-c", "64", "-t", "1", "-d", "\(max(1, turn.components.seconds))", "-s", script,
                cluster.url, "--", answer.rawValue, WriteSuite.idPrefix, "\(rows.first)",
            ] + asking.map(\.accessToken)
        )
        let figures = said.split(separator: "\n").last?.split(separator: " ") ?? []
        guard figures.count == 3, figures[0] == "answers", let answers = Double(figures[1]),
            let microseconds = Double(figures[2]), answers < Double(rows.count)
        else { throw Missing("wrk's answers were not all taken: \(said)") }
        try await settle()
        return answers / microseconds * 1e6
    }

    /// Waits until every event has arrived.
    private func settle() async throws {
        let end = ContinuousClock.now + .seconds(60)
        let count = "SELECT count(*) FROM outbox WHERE destination <> 'nobody';\n"
        while try await cluster.run(count, in: "challenges") != "0\n" {
            guard ContinuousClock.now < end else {
                throw Missing("events have not arrived for 60 s")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// What wrk does: answers one dare after the other, each as the person whose it is.
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

/// Somebody who is signed in.
struct Account: Decodable {
    struct User: Decodable {
        let id: UUID
    }

    let user: User
    let accessToken: String

    init(registering name: String, at url: String) async throws {
        guard let url = URL(string: "\(url)/v1/accounts") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONEncoder().encode([
            "username": name, "password": "correct horse", "firstName": "Ana",
            "lastName": "Lindqvist",
        ])
        let (body, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 201 else {
            throw Missing("no account was made: \(String(decoding: body, as: UTF8.self))")
        }
        self = try JSONDecoder().decode(Self.self, from: body)
    }
}
