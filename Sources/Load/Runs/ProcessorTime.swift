#if canImport(Glibc)
import Glibc
#endif

/// How much processor time the process has used, of user and system together.
public struct ProcessorTime: Hashable, Sendable {
    public var seconds: Double

    public init(seconds: Double) {
        self.seconds = seconds
    }

    /// Up to now.
    public static func now() -> ProcessorTime {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return ProcessorTime(seconds: usage.ru_utime.seconds + usage.ru_stime.seconds)
    }

    /// What part of one core was used since another moment.
    public func share(since earlier: ProcessorTime, over seconds: Double) -> Double {
        guard seconds > 0 else { return 0 }
        return max(0, self.seconds - earlier.seconds) / seconds
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
