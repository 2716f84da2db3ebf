import ServiceLifecycle
import Synchronization

/// Asks a question again and again, so that whoever wants to know need not wait for an answer.
final class BackgroundCheck: Service {
    /// How long it pauses between two questions.
    static let pause = Duration.milliseconds(500)
    /// An answer that is older counts as no.
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

    /// Whether there ever was an answer.
    var isAnswered: Bool { last.withLock { $0 != nil } }

    /// Whether the last answer was yes, and is not too old.
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

    /// Asks once.
    func look() async {
        let answer = Answer(isYes: await ask(), time: uptime())
        last.withLock { $0 = answer }
    }
}
