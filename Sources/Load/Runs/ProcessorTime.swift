#if canImport(Glibc)
import Glibc
#endif

/// The processor time used by this process, user and system together.
public struct ProcessorTime: Hashable, Sendable {
    public var seconds: Double

    public init(seconds: Double) {
        self.seconds = seconds
    }

    /// The time used so far.
    public static func now() -> ProcessorTime {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return ProcessorTime(seconds: usage.ru_utime.seconds + usage.ru_stime.seconds)
    }

    /// The fraction of one core used since an earlier sample.
    public func share(since earlier: ProcessorTime, over seconds: Double) -> Double {
        guard seconds > 0 else { return 0 }
        return max(0, self.seconds - earlier.seconds) / seconds
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
