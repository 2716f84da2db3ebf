import Foundation
import Subprocess

/// A server that runs for the time of a measurement.
public struct RunningTool: Sendable {
    /// What it printed once it accepted connections.
    public let line: String
    public let pid: Int32

    /// Runs a server, and `body` beside it; the server is ended whatever happens.
    ///
    /// - Parameters:
    ///   - tool: Its program, which prints one line once it accepts connections.
    ///   - arguments: What it is told.
    ///   - body: Uses it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `StagingError` where the server ends without a line.
    public static func run<Result: Sendable>(
        _ tool: Tool,
        _ arguments: [String],
        _ body: @Sendable (RunningTool) async throws -> Result
    ) async throws -> Result {
        let farewell = [
            TeardownStep.send(signal: .terminate, allowedDurationToNextStep: .seconds(5))
        ]
        var configuration = tool.configuration(arguments, environment: [:])
        configuration.platformOptions.teardownSequence = farewell
        let outcome = try await Subprocess.run(
            configuration,
            input: .none,
            output: .sequence,
            error: .currentStandardError
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next() else {
                throw StagingError("\(tool.path) ended before it was ready")
            }
            let result = try await body(
                RunningTool(
                    line: line.trimmingCharacters(in: .whitespacesAndNewlines),
                    pid: execution.processIdentifier.value
                )
            )
            await execution.teardown(using: farewell)
            return result
        }
        return outcome.closureResult
    }
}
