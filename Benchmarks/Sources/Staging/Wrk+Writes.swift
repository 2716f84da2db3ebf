extension Wrk {
    /// Sends requests that a script makes; all answers must be successes.
    ///
    /// - Parameters:
    ///   - requests: In Lua, `init`, which gets the arguments, and `request`.
    ///   - arguments: The arguments of `init`.
    ///   - url: The URL of the gateway.
    ///   - turn: How long; `wrk` counts whole seconds, at least 1.
    /// - Returns: How many answers there were, and the seconds until the last one.
    /// - Throws: `StagingError` when a request was refused, or a connection failed.
    public func writes(
        of requests: String,
        _ arguments: [String],
        to url: String,
        for turn: Duration
    ) async throws -> (answers: Double, seconds: Double) {
        let output = try await Scratch.run { scratch in
            let script = try scratch.write(Array((requests + Self.done).utf8), to: "write.lua")
            return try await tool.run(
                [
                    "-c", "64", "-t", "1", "-d", "\(max(1, turn.components.seconds))",
                    "-s", script, url, "--",
                ] + arguments
            )
        }
        let figures = output.split(separator: "\n").last?.split(separator: " ") ?? []
        guard figures.count == 3, figures[0] == "answers", let answers = Double(figures[1]),
            let microseconds = Double(figures[2])
        else { throw StagingError("not all of wrk's writes were accepted: \(output)") }
        return (answers, microseconds / 1e6)
    }

    /// Writes one line: the number of answers, and microseconds.
    private static let done = """
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
