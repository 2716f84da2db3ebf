#if canImport(Glibc)
import Glibc
#endif

/// A moment in time, to the microsecond, as PostgreSQL keeps it.
///
/// Foundation's `Date` counts in floating seconds: the same moment read from the database and from
/// the wire could differ in its last bit, and would then be unequal.
public struct Instant: Hashable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds: Int64

    /// Counts from 1970-01-01T00:00:00Z.
    public init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    /// The moment that the system's clock shows.
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
    /// The moment that much later; what lies beyond the range of a microsecond count is cut to it.
    public static func + (instant: Instant, duration: Duration) -> Instant {
        let (sum, overflow) = instant.microseconds.addingReportingOverflow(duration.microseconds)
        guard overflow else { return Instant(microseconds: sum) }
        return Instant(microseconds: duration < .zero ? .min : .max)
    }

    /// The moment that much earlier.
    public static func - (instant: Instant, duration: Duration) -> Instant {
        instant + (.zero - duration)
    }

    /// How much time lies between.
    public static func - (later: Instant, earlier: Instant) -> Duration {
        .microseconds(later.microseconds) - .microseconds(earlier.microseconds)
    }
}

extension Duration {
    /// A day of 24 hours; calendar days are another matter (DST).
    public static func days(_ count: Int) -> Duration {
        .seconds(count * 86_400)
    }

    /// An hour.
    public static func hours(_ count: Int) -> Duration {
        .seconds(count * 3_600)
    }

    /// A minute.
    public static func minutes(_ count: Int) -> Duration {
        .seconds(count * 60)
    }

    /// Whole microseconds, cut to the range of `Int64`.
    var microseconds: Int64 {
        let (seconds, attoseconds) = components
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !carried else { return seconds < 0 ? .min : .max }
        return sum
    }
}
