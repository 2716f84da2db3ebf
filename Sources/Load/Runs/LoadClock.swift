public import NIOCore
import NIOPosix

/// The clock by which steps are taken and measured. Tests have one of their own.
public struct LoadClock: Sendable {
    /// The present moment.
    public let now: @Sendable () -> NIODeadline
    /// Comes back at a moment, not before.
    public let wait: @Sendable (NIODeadline) async -> Void

    public init(
        now: @escaping @Sendable () -> NIODeadline,
        wait: @escaping @Sendable (NIODeadline) async -> Void
    ) {
        self.now = now
        self.wait = wait
    }

    /// The machine's, by the event loops: a task that waits stays on one.
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
    /// The moment that much later.
    func advanced(by duration: Duration) -> NIODeadline {
        self + TimeAmount(duration)
    }

    /// How many nanoseconds lie between; none where the other is later.
    func nanoseconds(since earlier: NIODeadline) -> UInt64 {
        UInt64(max(0, (self - earlier).nanoseconds))
    }
}
