import NIOCore
import NIOPosix
import RPC
import Synchronization
import Wire

/// The open connections to one service. Chooses one for each call, and lets calls wait for one.
final class Connections: Sendable {
    private struct State {
        var open: [Connection] = []
        var waiting: [Wait<Bool>] = []
        var isClosed = false
        /// Why the latest attempt to connect failed, where the other side was the reason.
        var refusal: OpeningRefusal?
    }

    private let state = Mutex(State())
    /// Whether whoever asks is told why there is no connection.
    private let isExplained: Bool

    init(isExplained: Bool = false) {
        self.isExplained = isExplained
    }

    /// Whether any connection takes calls.
    var isConnected: Bool {
        state.withLock { $0.open.contains { $0.hasRoom(isStream: false) } }
    }

    func add(_ connection: Connection) {
        let isClosed = state.withLock { state in
            state.refusal = nil
            if !state.isClosed { state.open.append(connection) }
            return state.isClosed
        }
        if isClosed { connection.drain() }
        wake()
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            state.open.removeAll { $0.isSame(as: connection) }
        }
    }

    /// An attempt to connect has failed; with `nil` nobody answered.
    func failed(_ refusal: OpeningRefusal?) {
        state.withLock { $0.refusal = refusal }
    }

    /// Takes no further connection; those that are open close when their calls are answered.
    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            defer { state.open = [] }
            return state.open
        }
        for connection in open { connection.drain() }
        wake()
    }

    /// Lets all calls that wait look again.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for wait in waiting { wait.finish(true) }
    }

    /// A connection on which one call more is reserved. Waits for one; `wire.unavailable` when none
    /// comes in time, `wire.expired` when the deadline comes first.
    ///
    /// `deadline` is the call's, `patience` how long to wait for a connection at most, and
    /// `avoided` the connection to take only if there is no other.
    func reserve(
        isStream: Bool,
        until deadline: NIODeadline,
        patience: Duration,
        avoiding avoided: Connection?
    ) async throws(Fault) -> Connection {
        if let connection = pick(isStream, avoided) { return connection }
        let giveUp = NIODeadline.now() + TimeAmount(patience)
        while true {
            let wait = Wait<Bool>()
            let (connection, isClosed) = pickOrWait(isStream, avoided, wait)
            if let connection { return connection }
            guard !isClosed else { throw unavailable }
            let alarm = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(
                deadline: min(giveUp, deadline)
            ) {
                _ = wait.finish(false)
            }
            let isWoken = await wait.value(orCancelled: false)
            alarm.cancel()
            if isWoken { continue }
            forget(wait)
            if Task.isCancelled { throw WireError.cancelled.fault }
            let fault = unavailable
            let isExplained = fault != WireError.unavailable.fault
            throw NIODeadline.now() >= deadline && !isExplained ? WireError.expired.fault : fault
        }
    }

    /// That there is no connection, and why where that may be said: a service would pass it on.
    private var unavailable: Fault {
        let fault = WireError.unavailable.fault
        guard isExplained, let sentence = state.withLock(\.refusal)?.sentence else { return fault }
        return Fault(code: fault.code, kind: fault.kind, detail: sentence)
    }

    private func pick(_ isStream: Bool, _ avoided: Connection?) -> Connection? {
        state.withLock { Self.pick(&$0, isStream, avoided) }
    }

    private func pickOrWait(
        _ isStream: Bool,
        _ avoided: Connection?,
        _ wait: Wait<Bool>
    ) -> (Connection?, isClosed: Bool) {
        state.withLock { state in
            let connection = Self.pick(&state, isStream, avoided)
            if connection == nil, !state.isClosed { state.waiting.append(wait) }
            return (connection, state.isClosed)
        }
    }

    /// Of two random connections the one with fewer calls in flight.
    private static func pick(
        _ state: inout State,
        _ isStream: Bool,
        _ avoided: Connection?
    ) -> Connection? {
        let chosen: Connection?
        if state.open.count == 1 {
            chosen = state.open[0].hasRoom(isStream: isStream) ? state.open[0] : nil
        } else {
            let roomy = state.open.filter { $0.hasRoom(isStream: isStream) }
            let others = roomy.filter { !$0.isSame(as: avoided) }
            let choice = others.isEmpty ? roomy : others
            chosen =
                [choice.randomElement(), choice.randomElement()].compactMap(\.self)
                .min { $0.calls < $1.calls }
        }
        chosen?.reserve(isStream: isStream)
        return chosen
    }

    private func forget(_ wait: Wait<Bool>) {
        state.withLock { state in state.waiting.removeAll { $0 === wait } }
    }
}
