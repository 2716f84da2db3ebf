import Metrics
import NIOCore
import NIOPosix
import RPC
import Synchronization
import Wire

/// The open connections to one service. Picks one for each call, and queues calls while there is
/// none.
final class Connections: Sendable {
    /// A connection, and its endpoint's recent health.
    private struct Open {
        let connection: Connection
        var health: EndpointHealth
    }

    private struct State {
        var open: [Open] = []
        var waiting: [OneShot<Bool>] = []
        var isClosed = false
        /// Why the latest attempt to connect failed, if the server was the reason.
        var refusal: HandshakeRefusal?
    }

    private let state = Mutex(State())
    private let timing: TransportTiming
    /// Whether the caller is told why there is no connection.
    private let isExplained: Bool
    private let meter = Meter(label: "gauntlet_connections", dimensions: [("side", "asking")])

    init(_ timing: TransportTiming, isExplained: Bool = false) {
        self.timing = timing
        self.isExplained = isExplained
    }

    /// Whether there is a connection, however busy it is.
    var isConnected: Bool {
        state.withLock { $0.open.contains { $0.connection.isOpen } }
    }

    /// The number of connections that take calls.
    var count: Int {
        state.withLock { $0.open.count { $0.connection.hasRoom(isStream: false) } }
    }

    /// How many streams those of the connections that take calls accept together, as far as the
    /// process has memory for them.
    var streamsMax: Int {
        state.withLock { state in
            let open = state.open.map(\.connection).filter { $0.hasRoom(isStream: false) }
            return open.reduce(0) { $0 + $1.streamsMax(among: open.count) }
        }
    }

    func add(_ connection: Connection) {
        let isClosed = state.withLock { state in
            state.refusal = nil
            if !state.isClosed {
                state.open.append(Open(connection: connection, health: EndpointHealth(timing)))
                meter.increment()
            }
            return state.isClosed
        }
        if isClosed { connection.drain() }
        wake()
    }

    func remove(_ connection: Connection) {
        state.withLock { state in
            let before = state.open.count
            state.open.removeAll { $0.connection === connection }
            meter.decrement(by: Double(before - state.open.count))
        }
    }

    /// Records a failed attempt to connect; `nil` means that there was no answer.
    func failed(_ refusal: HandshakeRefusal?) {
        state.withLock { $0.refusal = refusal }
    }

    /// Accepts no more connections; open ones close when their calls are answered.
    func close() {
        let open = state.withLock { state in
            state.isClosed = true
            meter.decrement(by: Double(state.open.count))
            defer { state.open = [] }
            return state.open
        }
        for open in open { open.connection.drain() }
        wake()
    }

    /// Wakes all waiting calls, which try again.
    func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for wait in waiting { wait.finish(true) }
    }

    /// Records a call's outcome: a failing endpoint gets fewer calls.
    func settled(_ connection: Connection, _ outcome: CallOutcome) {
        guard let isAnswered = outcome.isAnswered, !isAnswered || connection.isSuspect else {
            return
        }
        state.withLock { state in
            guard let index = state.open.firstIndex(where: { $0.connection === connection })
            else { return }
            if isAnswered {
                state.open[index].health.answered()
            } else {
                state.open[index].health.failed(at: .now())
            }
            connection.isSuspect = !state.open[index].health.isGood
        }
    }

    /// Returns a connection on which one more call is reserved, waiting for one if necessary.
    ///
    /// - Parameters:
    ///   - isStream: Whether the call is a stream call.
    ///   - deadline: The call's deadline.
    ///   - patience: How long to wait for a connection at most.
    ///   - avoided: The connections to take only if there is no other.
    /// - Returns: The connection.
    /// - Throws: `wire.unavailable` when no connection is free in time; `wire.expired` when the
    ///   deadline passes first; `wire.overloaded` at once when there are connections that would
    ///   take a stream, but the process has memory for its items on none of them.
    func reserve(
        isStream: Bool,
        until deadline: NIODeadline,
        patience: Duration,
        avoiding avoided: [Connection] = []
    ) async throws(Fault) -> Connection {
        if let connection = try reserveNow(isStream: isStream, avoiding: avoided) {
            return connection
        }
        let giveUp = NIODeadline.now() + TimeAmount(patience)
        while true {
            let wait = OneShot<Bool>()
            let (connection, isClosed) = try pickOrWait(isStream, avoided, wait)
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

    /// The fault for a missing connection. It gives the reason only where that is allowed: a
    /// service would pass it on.
    private var unavailable: Fault {
        let fault = WireError.unavailable.fault
        guard isExplained, let sentence = state.withLock(\.refusal)?.sentence else { return fault }
        return Fault(code: fault.code, kind: fault.kind, detail: sentence)
    }

    private func forget(_ wait: OneShot<Bool>) {
        state.withLock { state in state.waiting.removeAll { $0 === wait } }
    }
}

/// Choosing a connection.
extension Connections {
    /// Returns a connection on which one more call is reserved, if one is free now.
    func reserveNow(
        isStream: Bool,
        avoiding avoided: [Connection]
    ) throws(Fault) -> Connection? {
        try state.withLock { state throws(Fault) in try Self.pick(&state, isStream, avoided) }
    }

    private func pickOrWait(
        _ isStream: Bool,
        _ avoided: [Connection],
        _ wait: OneShot<Bool>
    ) throws(Fault) -> (Connection?, isClosed: Bool) {
        try state.withLock { state throws(Fault) in
            let connection = try Self.pick(&state, isStream, avoided)
            if connection == nil, !state.isClosed { state.waiting.append(wait) }
            return (connection, state.isClosed)
        }
    }

    /// Picks two random connections and takes the one with fewer calls in flight.
    private static func pick(
        _ state: inout State,
        _ isStream: Bool,
        _ avoided: [Connection]
    ) throws(Fault) -> Connection? {
        guard let index = try choose(state.open, isStream, avoided) else { return nil }
        let connection = state.open[index].connection
        if connection.isSuspect { state.open[index].health.asked(at: .now()) }
        connection.reserve(isStream: isStream)
        return connection
    }

    private static func choose(
        _ open: [Open],
        _ isStream: Bool,
        _ avoided: [Connection]
    ) throws(Fault) -> Int? {
        if open.count == 1, !isStream {
            return open[0].connection.hasRoom(isStream: false) ? 0 : nil
        }
        var roomy = open.indices.filter { open[$0].connection.hasRoom(isStream: isStream) }
        if isStream, !roomy.isEmpty {
            roomy.removeAll { !open[$0].connection.mayKeepMore }
            guard !roomy.isEmpty else { throw WireError.overloaded.fault }
        }
        guard roomy.count > 1 else { return roomy.first }
        let isPlain = avoided.isEmpty && !roomy.contains { open[$0].connection.isSuspect }
        return lessBusy(isPlain ? roomy : preferred(roomy, of: open, avoided), of: open)
    }

    /// The connections that are neither avoided nor ejected; if there are none, those that would
    /// do. So the last endpoint is never ejected.
    private static func preferred(
        _ roomy: [Int],
        of open: [Open],
        _ avoided: [Connection]
    ) -> [Int] {
        let now = NIODeadline.now()
        let trusted = roomy.filter { open[$0].health.mayBeAsked(at: now) }
        for choice in [trusted, roomy] {
            let others = choice.filter { index in
                !avoided.contains { $0 === open[index].connection }
            }
            if !others.isEmpty { return others }
        }
        return trusted.isEmpty ? roomy : trusted
    }

    private static func lessBusy(_ choice: [Int], of open: [Open]) -> Int? {
        guard choice.count > 1 else { return choice.first }
        let first = Int.random(in: 0..<choice.count)
        let second = (first + Int.random(in: 1..<choice.count)) % choice.count
        return [choice[first], choice[second]].min {
            open[$0].connection.calls < open[$1].connection.calls
        }
    }
}
