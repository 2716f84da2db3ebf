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
    /// When the last answer came, if it was yes.
    private let confirmed = Mutex<ContinuousClock.Instant?>(nil)

    init(
        uptime: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ ask: @escaping @Sendable () async -> Bool
    ) {
        self.uptime = uptime
        self.ask = ask
    }

    /// Whether the last answer was yes, and is not too old.
    var holds: Bool {
        guard let confirmed = confirmed.withLock(\.self) else { return false }
        return uptime() - confirmed <= Self.ageMax
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
        let holds = await ask()
        let now = uptime()
        confirmed.withLock { $0 = holds ? now : nil }
    }
}
