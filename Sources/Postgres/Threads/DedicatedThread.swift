import Glibc

/// Threads of the driver: libpq blocks them, never the threads that run tasks.
enum DedicatedThread {
    /// Starts a thread.
    ///
    /// - Returns: False if the system could not create one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let start = unsafe Unmanaged.passRetained(Start(body))
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                start.body()
                return nil
            },
            start.toOpaque()
        )
        guard code == 0 else {
            unsafe start.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Runs blocking work on a new thread.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            let hasStarted = start {
                continuation.resume(with: Result(catching: work))
            }
            if !hasStarted {
                continuation.resume(throwing: PostgresError.unavailable("no thread is available"))
            }
        }
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}

/// The time of the monotonic clock, in nanoseconds.
func monotonicNanoseconds() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

extension Duration {
    /// Whole nanoseconds of a short duration that is not negative.
    var nanoseconds: UInt64 {
        UInt64(components.seconds) * 1_000_000_000 + UInt64(components.attoseconds / 1_000_000_000)
    }

    /// Whole milliseconds of a short duration that is not negative.
    var milliseconds: Int {
        Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000)
    }
}
