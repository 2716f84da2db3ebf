import Foundation
import Metrics
import Testing

@testable import Telemetry

/// Prometheus' own tool reads what is written, where it is installed (Debian's `prometheus`).
@Suite struct PromtoolTests {
    private static let promtool: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/promtool" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    @Test(
        .enabled(if: promtool != nil, "skipped: promtool is not installed (Debian: prometheus)")
    )
    func `promtool finds nothing to complain about`() throws {
        let registry = PrometheusRegistry(bounds: .init(series: 3))
        for code in ["ok", "wire.bug", "a\"b\\c\nd", "more", "and more"] {
            let labels = [("call", "CreateChallenge"), ("code", code)]
            Counter(label: "gauntlet_calls_total", dimensions: labels, factory: registry)
                .increment()
        }
        let call = [("call", "CreateChallenge")]
        Timer(label: "gauntlet_call_duration_seconds", dimensions: call, factory: registry)
            .recordMilliseconds(12)
        Meter(label: "gauntlet_calls_in_flight", dimensions: call, factory: registry).increment()
        Gauge(label: "gauntlet_outbox_oldest_age_seconds", factory: registry).record(0.25)
        FloatingPointCounter(label: "gauntlet_litres", factory: registry).increment(by: 1e-9)
        let (status, said) = try check(registry.text(with: ProcessFigures.readings))
        #expect(status == 0, "\(said)")
    }

    private func check(_ text: String) throws -> (status: Int32, said: String) {
        let process = Process()
        process.executableURL = URL(filePath: try #require(Self.promtool))
        process.arguments = ["check", "metrics"]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let said = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
    }
}
