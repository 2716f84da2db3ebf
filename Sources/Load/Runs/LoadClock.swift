public import NIOCore
import NIOPosix

/// The clock that schedules and measures steps. Tests provide their own.
public struct LoadClock: Sendable {
    /// The current time.
    public let now: @Sendable () -> NIODeadline
    /// Returns at a moment, not before.
    public let wait: @Sendable (NIODeadline) async -> Void

    public init(
        now: @escaping @Sendable () -> NIODeadline,
        wait: @escaping @Sendable (NIODeadline) async -> Void
    ) {
        self.now = now
        self.wait = wait
    }

    /// The machine's clock, on NIO's event loops: a task that waits stays on one.
    public static let system = LoadClock(
        now: { .now() },
        wait: { moment in
            await withCheckedContinuation { continuation in
                _ = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(deadline: moment) {
                    continuation.resume()
                }
            }
        }
    )
}

extension NIODeadline {
    /// The moment plus a duration.
    func advanced(by duration: Duration) -> NIODeadline {
        self + TimeAmount(duration)
    }

    /// The nanoseconds since `earlier`; 0 when `earlier` is later.
    func nanoseconds(since earlier: NIODeadline) -> UInt64 {
        UInt64(max(0, (self - earlier).nanoseconds))
    }
}
