import FoundationEssentials
public import Logging
public import NIOCore
public import RPC
public import ServiceLifecycle
public import Wire

/// A service on the network, as a `Caller`.
///
/// `run()` keeps one connection, or as many as requested, to each address of the service; calls
/// wait for the first. Each call goes to the less busy of two random connections whose endpoints
/// answered recently, has a deadline, and is retried only where `RetryPolicy` allows it. A `.once`
/// call without an idempotency key gets a fresh one first.
public final class RemoteCaller: Caller, ServiceLifecycle.Service, Sendable {
    private let connections: Connections
    private let keepers: [EndpointConnector]
    private let timing: TransportTiming
    private let violationLog: ProtocolViolationLog
    private let budget = RetryBudget()

    /// - Parameters:
    ///   - service: The service, which must authenticate itself as such.
    ///   - name: The name of this process. An operator is told why there is no connection; a
    ///     service logs it.
    ///   - endpoints: Where the service listens, as `host:port`; a host may have many addresses.
    ///   - keys: The cluster's keys.
    ///   - tls: The TLS configuration of the connections, if any.
    ///   - connectionsPerAddress: The number of connections to keep to each address; at least 1.
    ///   - unread: The budget for items that the process' connections have received and nobody has
    ///     read.
    ///   - build: The release, for the server's logs.
    ///   - logger: Logs connection errors.
    ///   - timing: The timeouts.
    /// - Throws: `TransportError.malformedEndpoint`.
    public init(
        to service: ServiceName,
        as name: ServiceName,
        endpoints: [String],
        keys: ClusterKeys,
        tls: TLS? = nil,
        connectionsPerAddress: Int = 1,
        unread: UnreadBudget = .shared,
        build: String,
        logger: Logger,
        timing: TransportTiming = .standard
    ) throws {
        let connections = Connections(timing, isExplained: name == .operator)
        let violationLog = ProtocolViolationLog(logger: logger)
        keepers = try endpoints.map { endpoint in
            EndpointConnector(
                endpoint: try Endpoint(ofPeer: endpoint),
                connections: connections,
                names: ClientHandshake.Names(own: name, wanted: service, build: build),
                keys: keys,
                tls: tls,
                connectionsPerAddress: connectionsPerAddress,
                unread: unread,
                timing: timing,
                logger: logger,
                violations: violationLog
            )
        }
        self.connections = connections
        self.timing = timing
        self.violationLog = violationLog
    }

    /// Whether there is a connection, however busy it is.
    public var isConnected: Bool { connections.isConnected }

    /// Whether every endpoint was tried and there is no connection; before that it is unknown.
    public var isMissing: Bool { keepers.allSatisfy(\.hasTried) && !isConnected }

    /// How many streams the present connections take together, as far as the process has memory for
    /// them.
    public var streamsMax: Int { connections.streamsMax }

    /// The number of connections closed because the service violated the protocol.
    var violations: Int { violationLog.count }

    /// The number of connections that take calls.
    var connectionCount: Int { connections.count }

    /// Maintains the connections until a graceful shutdown, or until the task is cancelled. Calls
    /// in flight are then still answered; new ones fail with `wire.unavailable`.
    public func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            for connector in keepers { group.addTask { await connector.run() } }
            try? await gracefulShutdown()
            group.cancelAll()
        }
        connections.close()
    }

    public func call<C: Call>(_ call: C, in context: CallContext) async throws(Fault) -> C.Reply {
        let body = try call.encoded()
        return try C.reply(from: await deliver(C.id, effect: C.effect, body: body, in: context))
    }

    public func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        let (frame, limit) = try frame(id, effect, body, in: context)
        budget.earned()
        var tries = RetryPolicy(effect, budget)
        var tried: [Connection] = []
        while true {
            let connection: Connection
            if let free = try connections.reserveNow(isStream: false, avoiding: tried) {
                connection = free
            } else {
                connection = try await connections.reserve(
                    isStream: false,
                    until: limit,
                    patience: timing.connection,
                    avoiding: tried
                )
            }
            guard frame.length <= Int(connection.limits.frameBytes) else {
                connection.unreserve(isStream: false)
                throw WireError.tooLarge.fault
            }
            let outcome = await connection.ask(frame, deadline: limit)
            connections.settled(connection, outcome)
            if case .reply(let body) = outcome { return body }
            tried.append(connection)
            guard case .again(let pause) = tries.decide(outcome),
                NIODeadline.now() + TimeAmount(pause) < limit, !Task.isCancelled
            else { throw outcome.fault }
            if pause > .zero { try? await Task.sleep(for: pause) }
        }
    }

    public func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        let body = try call.encoded()
        let frame = try Self.frame(
            C.id,
            C.effect,
            body,
            in: context,
            deadline: context.deadline,
            flags: .stream
        )
        let limit = context.deadline.map { NIODeadline($0) } ?? .distantFuture
        let stream = try await open(frame, deadline: limit)
        let moving = FailoverStream(stream) { [self] in
            do throws(Fault) {
                return .success(try await open(frame, deadline: limit))
            } catch {
                return .failure(error)
            }
        }
        return CallStream(moving)
    }

    private func open(_ frame: Frame, deadline: NIODeadline) async throws(Fault) -> RemoteStream {
        while true {
            let connection = try await connections.reserve(
                isStream: true,
                until: deadline,
                patience: timing.connection
            )
            guard frame.length <= Int(connection.limits.frameBytes) else {
                connection.unreserve(isStream: true)
                throw WireError.tooLarge.fault
            }
            if let stream = await connection.open(frame, deadline: deadline) { return stream }
        }
    }

    /// The call's frame, complete but for its id, and its deadline.
    private func frame(
        _ id: CallID,
        _ effect: Effect,
        _ body: ByteBuffer,
        in context: CallContext
    ) throws(Fault) -> (Frame, NIODeadline) {
        let now = ContinuousClock.now
        let deadline = context.deadline ?? now + timing.call
        let frame = try Self.frame(id, effect, body, in: context, deadline: deadline, at: now)
        return (frame, .now() + TimeAmount(deadline - now))
    }

    /// The call's frame, complete but for its id.
    private static func frame(
        _ id: CallID,
        _ effect: Effect,
        _ body: ByteBuffer,
        in context: CallContext,
        deadline: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant = .now,
        flags: FrameFlags = []
    ) throws(Fault) -> Frame {
        var context = context
        context.deadline = deadline
        context.idempotencyKey =
            context.outgoingKey ?? (effect == .once ? UUID().uuidString.lowercased() : nil)
        let fields = context.encoded(now: now)
        guard fields.readableBytes <= Limits.contextBytesMax else {
            throw WireError.tooLarge.fault
        }
        return Frame(.call, flags: flags, number: id, context: fields, body: body)
    }
}

extension NIODeadline {
    /// The same instant on NIO's clock.
    init(_ instant: ContinuousClock.Instant) {
        self = .now() + TimeAmount(instant - .now)
    }
}
