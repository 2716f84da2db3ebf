import Load
import Telemetry

#if canImport(Glibc)
import Glibc
#endif

/// One line at the bottom of the terminal that tells how it goes; none where standard error is no
/// terminal.
struct ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ glance: Run.Glance, at rate: Double? = nil) {
        guard isShown else { return }
        let elapsed = min(glance.elapsed, glance.length)
        let pace = rate.map { " at \(Int($0)) /s" } ?? ""
        let percentiles =
            glance.latency.count > 0
            ? ", p50 \(glance.latency.p50.asDuration), p99 \(glance.latency.p99.asDuration)" : ""
        StandardError.write(
            "\r\u{1B}[K\(elapsed.components.seconds) s of \(glance.length.components.seconds) s"
                + "\(pace): \(glance.succeeded) answered, \(glance.failed) failed\(percentiles)"
        )
    }

    func clear() {
        guard isShown else { return }
        StandardError.write("\r\u{1B}[K")
    }
}
