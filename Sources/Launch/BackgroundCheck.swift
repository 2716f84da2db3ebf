import ServiceLifecycle
import Synchronization

/// Repeats an asynchronous check in the background, so that readers get the latest result without
/// waiting.
final class BackgroundCheck: Service {
    /// The pause between two checks.
    static let pause = Duration.milliseconds(500)
    /// A result older than this counts as no.
    static let ageMax = Duration.seconds(3)

    private let ask: @Sendable () async -> Bool
    private let uptime: @Sendable () -> ContinuousClock.Instant
    private let last = Mutex<Answer?>(nil)

    private struct Answer {
        let isYes: Bool
        let time: ContinuousClock.Instant
    }

    init(
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ ask: @escaping @Sendable () async -> Bool
    ) {
        self.uptime = uptime
        self.ask = ask
    }

    /// Whether any check has completed.
    var isAnswered: Bool { last.withLock { $0 != nil } }

    /// Whether the latest result is yes and not too old.
    var holds: Bool {
        guard let last = last.withLock(\.self), last.isYes else { return false }
        return uptime() - last.time <= Self.ageMax
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { [self] in
            while !Task.isCancelled {
                await look()
                try? await Task.sleep(for: Self.pause)
            }
        }
    }

    /// Checks once.
    func look() async {
        let answer = Answer(isYes: await ask(), time: uptime())
        last.withLock { $0 = answer }
    }
}
