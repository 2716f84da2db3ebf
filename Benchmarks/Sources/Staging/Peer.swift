import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// A server that runs for the time of a measurement.
public struct Peer: Sendable {
    /// Runs a server, and `body` beside it; the server is ended whatever happens.
    ///
    /// - Parameters:
    ///   - path: Its program, which prints one line once it accepts connections.
    ///   - arguments: What it is told.
    ///   - environment: What it gets beside this process' own.
    ///   - body: Is given the line.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `StagingError` where the server ends without a line.
    public static func run<Result: Sendable>(
        _ path: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        _ body: @Sendable (_ line: String) async throws -> Result
    ) async throws -> Result {
        let added = environment.map { (Environment.Key(stringLiteral: $0), Optional($1)) }
        var options = PlatformOptions()
        options.teardownSequence = [
            .send(signal: .terminate, allowedDurationToNextStep: .seconds(5))
        ]
        let outcome = try await Subprocess.run(
            .path(FilePath(path)),
            arguments: Arguments(arguments),
            environment: .inherit.updating(Dictionary(uniqueKeysWithValues: added)),
            platformOptions: options,
            input: .none,
            output: .sequence,
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            guard let line = try await lines.next() else {
                throw StagingError("\(path) ended before it was ready")
            }
            let result = try await body(line.trimmingCharacters(in: .whitespacesAndNewlines))
            await execution.teardown(
                using: [.send(signal: .terminate, allowedDurationToNextStep: .seconds(5))]
            )
            return result
        }
        return outcome.closureResult
    }
}
