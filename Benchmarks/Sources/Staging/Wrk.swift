import Foundation
import Measuring

/// The load that `wrk` makes: 64 connections that ask again as soon as they are answered.
public struct Wrk: Sendable {
    private let program: String

    /// - Throws: `StagingError` where `wrk` is not installed.
    public init() throws(StagingError) {
        program = try Programs.find("wrk", of: "wrk")
    }

    /// Asks one address again and again.
    ///
    /// - Parameters:
    ///   - url: What to ask.
    ///   - headers: Lines of the request's head, such as `Authorization: Bearer …`.
    ///   - duration: How long; `wrk` counts in whole seconds, at least one.
    /// - Returns: Answers per second.
    /// - Throws: `StagingError` where one answer was no success, or a connection failed.
    public func rate(
        of url: String,
        headers: [String] = [],
        for duration: Duration
    ) async throws -> Double {
        let seconds = max(1, Int(duration.components.seconds))
        let output = try await Programs.run(
            program,
            ["-t", "2", "-c", "64", "-d", "\(seconds)s", "--timeout", "30s"]
                + headers.flatMap { ["-H", $0] } + [url]
        )
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
}
