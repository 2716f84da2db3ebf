import Synchronization

/// The one connection that listens, and its subscribers.
final class Listener: Sendable {
    typealias Stream = AsyncStream<Notification>

    struct Subscriber: Sendable {
        let number: UInt64
        let channel: String
        let stream: Stream.Continuation
    }

    private struct State {
        var subscribers: [Subscriber] = []
        var numbers: UInt64 = 0
        var isClosed = false
        var hasStarted = false
        var hasStopped = false
        var stopWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: LibPQConnection.Configuration
    private let availability: Availability
    private let opener: Opener
    private let metrics: DatabaseMetrics.ConnectionMetrics
    private let state = Mutex(State())
    let wakeup = Wakeup()

    init(
        _ configuration: LibPQConnection.Configuration,
        _ availability: Availability,
        _ opener: Opener,
        _ metrics: DatabaseMetrics.ConnectionMetrics
    ) {
        self.configuration = configuration
        self.availability = availability
        self.opener = opener
        self.metrics = metrics
    }

    func listen(_ channel: String) -> Stream {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(256))
        let (number, starts) = state.withLock { state -> (UInt64, Bool) in
            guard !state.isClosed else { return (0, false) }
            state.numbers += 1
            state.subscribers.append(
                Subscriber(number: state.numbers, channel: channel, stream: continuation)
            )
            defer { state.hasStarted = true }
            return (state.numbers, !state.hasStarted)
        }
        guard number > 0 else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.leave(number) }
        if starts {
            let isRunning = DedicatedThread.start {
                [self, configuration, availability, opener, metrics] in
                ListenerLoop(self, configuration, availability, opener, metrics).run()
            }
            if !isRunning { stop() }
        } else {
            wakeup.wake()
        }
        return stream
    }

    func close() {
        state.withLock { $0.isClosed = true }
        wakeup.wake()
    }

    /// The current subscribers; `nil` once closed.
    var subscribers: [Subscriber]? {
        state.withLock { $0.isClosed ? nil : $0.subscribers }
    }

    /// Ends every stream; called by the thread when it ends.
    func stop() {
        let (subscribers, waiters) = state.withLock { state in
            state.isClosed = true
            state.hasStopped = true
            defer {
                state.subscribers = []
                state.stopWaiters = []
            }
            return (state.subscribers, state.stopWaiters)
        }
        for subscriber in subscribers { subscriber.stream.finish() }
        for waiter in waiters { waiter.resume() }
    }

    /// Waits until the thread has ended.
    func stopped() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.hasStarted && !state.hasStopped {
                    state.stopWaiters.append(continuation)
                    return false
                }
                return true
            }
            if isOver { continuation.resume() }
        }
    }

    private func leave(_ number: UInt64) {
        state.withLock { $0.subscribers.removeAll { $0.number == number } }
        wakeup.wake()
    }
}
