#if canImport(Glibc)
import Glibc
#endif

/// A moment in time, to the microsecond, as PostgreSQL stores it.
///
/// Foundation's `Date` counts seconds in floating point: the same moment read from the database and
/// from the wire could differ in its last bit, and would then be unequal.
public struct Instant: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// The moment that many microseconds after 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The current time of the system's clock.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
    }
}

extension Instant: Comparable {
    public static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }
}

extension Instant {
    /// The moment that much later, clamped to the range of a microsecond count.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(duration.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: duration < .zero ? .min : .max)
    }

    /// The moment that much earlier.
    public static func - (instant: Instant, duration: Duration) -> Instant {
        instant + (.zero - duration)
    }

    /// The time between two moments.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .microseconds(later.microseconds) - .microseconds(earlier.microseconds)
    }
}

extension Duration {
    /// Days of 24 hours; calendar days differ (DST).
    public static func days(_ count: Int) -> Duration {
        .seconds(count * 86_400)
    }

    /// Hours.
    public static func hours(_ count: Int) -> Duration {
        .seconds(count * 3_600)
    }

    /// Minutes.
    public static func minutes(_ count: Int) -> Duration {
        .seconds(count * 60)
    }

    /// Whole microseconds, clamped to the range of `Int64`.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !carried else { return seconds < 0 ? .min : .max }
        return sum
    }
}
