import Load
import Telemetry

#if canImport(Glibc)
import Glibc
#endif

/// A progress line at the bottom of the terminal; none if standard error is not a terminal.
struct ProgressLine: Sendable {
    private let isShown = isatty(STDERR_FILENO) == 1

    func show(_ progress: Run.Progress, at rate: Double? = nil) {
        guard isShown else { return }
        let elapsed = min(progress.elapsed, progress.length)
        let pace = rate.map { " at \(Int($0)) /s" } ?? ""
        let percentiles =
            progress.latency.count > 0
            ? ", p50 \(progress.latency.p50.asDuration), p99 \(progress.latency.p99.asDuration)"
            : ""
        StandardError.write(
            "\r\u{1B}[K\(elapsed.components.seconds) s of \(progress.length.components.seconds) s"
                + "\(pace): \(progress.succeeded) answered, \(progress.failed) failed\(percentiles)"
        )
    }

    func clear() {
        guard isShown else { return }
        StandardError.write("\r\u{1B}[K")
    }
}
