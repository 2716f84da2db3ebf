import Metrics
import NIOCore
import NIOPosix
import RPC
import Synchronization

/// A waiting call, shared by its connection and the server.
final class QueuedCall: Sendable {
    let id: UInt32
    let priority: CallContext.Priority
    private let connection: LoopBound<ServerConnection>
    private let gone = Atomic<Bool>(false)

    init(
        _ id: UInt32,
        _ priority: CallContext.Priority,
        on connection: LoopBound<ServerConnection>
    ) {
        self.id = id
        self.priority = priority
        self.connection = connection
    }

    /// Whether the call was cancelled, or its connection lost.
    var isGone: Bool { gone.load(ordering: .acquiring) }

    func leave() {
        gone.store(true, ordering: .releasing)
    }

    fileprivate func begin() {
        connection.run { [id] in $0.begin(waiting: id) }
    }

    fileprivate func shed() {
        connection.run { [id] in $0.shed(waiting: id) }
    }
}

/// The slots and the queue for all calls of one server.
final class CallQueue: Sendable {
    fileprivate struct State {
        var admission: Admission<QueuedCall>
        /// Whether a check for overdue calls is scheduled.
        var isWatched = false
    }

    private let state: Mutex<State>
    private let counters: [CallContext.Priority: Counter]

    init(_ limits: CallLimits) {
        state = Mutex(State(admission: Admission(limits)))
        let priorities: [(CallContext.Priority, String)] = [
            (.background, "background"), (.normal, "normal"), (.critical, "critical"),
        ]
        counters = Dictionary(
            uniqueKeysWithValues: priorities.map { priority, name in
                (
                    priority,
                    Counter(label: "gauntlet_calls_shed_total", dimensions: [("priority", name)])
                )
            }
        )
    }

    /// The number of calls that run, and that wait.
    var counts: (running: Int, waiting: Int) {
        state.withLock { ($0.admission.running, $0.admission.waiting) }
    }

    /// Takes a slot if one is free.
    func begin() -> Bool {
        state.withLock { $0.admission.begin() }
    }

    /// Queues a call; returns `false` when it is shed at once. If a slot has become free meanwhile,
    /// the call gets it.
    func wait(_ queued: QueuedCall, deadline: NIODeadline) -> Bool {
        let now = NIODeadline.now()
        let (arrival, watch) = state.withLock {
            state -> (Admission<QueuedCall>.Decision?, NIODeadline?) in
            if state.admission.begin() { return (nil, nil) }
            let arrival = state.admission.wait(queued, queued.priority, deadline: deadline, at: now)
            return (arrival, state.nextWatch())
        }
        if let watch { self.watch(watch) }
        switch arrival {
        case nil: queued.begin()
        case .waits: break
        case .displaces(let other): shed([other])
        case .shed:
            counters[queued.priority]?.increment()
            return false
        }
        return true
    }

    /// Ends a call and hands its slot on.
    func end() {
        let change = state.withLock { state in
            state.admission.end(at: .now()) { !$0.isGone }
        }
        shed(change.shed)
        change.begins?.begin()
    }

    private func watch(_ moment: NIODeadline) {
        MultiThreadedEventLoopGroup.singleton.any().scheduleTask(deadline: moment) { [self] in
            let (overdue, watch) = state.withLock { state in
                state.isWatched = false
                let overdue = state.admission.overdue(at: .now())
                return (overdue, state.nextWatch())
            }
            shed(overdue)
            if let watch { self.watch(watch) }
        }
    }

    private func shed(_ callQueue: [QueuedCall]) {
        for queued in callQueue where !queued.isGone {
            counters[queued.priority]?.increment()
            queued.shed()
        }
    }
}

extension CallQueue.State {
    /// When to check for overdue calls; `nil` if a check is already scheduled.
    fileprivate mutating func nextWatch() -> NIODeadline? {
        guard !isWatched, let moment = admission.nextOverdue else { return nil }
        isWatched = true
        return moment
    }
}
