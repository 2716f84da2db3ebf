import Foundation
import Subprocess

/// A server that runs for the length of a measurement.
public struct RunningTool: Sendable {
    /// The line that it printed once it accepted connections.
    public let line: String
    public let pid: Int32

    /// Runs a server while `body` runs; the server is always stopped.
    ///
    /// - Parameters:
    ///   - tool: The program, which prints one line once it accepts connections.
    ///   - arguments: The program's arguments.
    ///   - body: Uses the server.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `StagingError` when the server exits without printing a line.
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
                throw StagingError("\(tool.path) exited before it was ready")
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
