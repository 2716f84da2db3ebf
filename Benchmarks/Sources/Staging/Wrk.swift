import Foundation

/// The load that `wrk` makes: 64 connections that ask again as soon as they are answered.
public struct Wrk: Sendable {
    /// The program.
    public let tool: Tool

    /// - Throws: `StagingError` where `wrk` is not installed.
    public init() throws(StagingError) {
        tool = try Tool("wrk", of: "wrk")
    }

    /// Asks one address again and again.
    ///
    /// - Parameters:
    ///   - url: What to ask.
    ///   - people: Who asks, in turn; nobody asks without a token.
    ///   - duration: How long; `wrk` counts in whole seconds, at least one.
    /// - Returns: Answers per second.
    /// - Throws: `StagingError` where one answer was no success, or a connection failed.
    public func rate(
        of url: String,
        by people: [Person] = [],
        for duration: Duration
    ) async throws -> Double {
        let seconds = max(1, Int(duration.components.seconds))
        let output = try await Scratch.run { scratch in
            let script = try scratch.write(Array(Self.inTurn.utf8), to: "in-turn.lua")
            return try await tool.run(
                ["-t", "2", "-c", "64", "-d", "\(seconds)s", "--timeout", "30s"]
                    + (people.isEmpty
                        ? [url] : ["-s", script, url, "--"] + people.map(\.accessToken))
            )
        }
        for line in output.split(separator: "\n") {
            let line = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("Non-2xx") || line.hasPrefix("Socket errors") {
                throw StagingError("\(url): \(line)")
            }
            if let rate = line.split(separator: ":").last, line.hasPrefix("Requests/sec"),
                let rate = Double(rate.trimmingCharacters(in: .whitespaces))
            {
                return rate
            }
        }
        throw StagingError("wrk told no rate of \(url): \(output)")
    }

    /// One person after the other, each request put together beforehand.
    private static let inTurn = """
        local requests, last = {}, 0
        function init(tokens)
            for index = 1, #tokens do
                local headers = { Authorization = "Bearer " .. tokens[index] }
                requests[index] = wrk.format("GET", nil, headers)
            end
        end
        function request()
            last = last % #requests + 1
            return requests[last]
        end

        """
}
