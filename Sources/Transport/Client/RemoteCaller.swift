import FoundationEssentials
public import Logging
public import NIOCore
public import RPC
public import ServiceLifecycle
public import Wire

/// A service on the network, as a `Caller`.
///
/// `run()` keeps one connection, or as many as are wanted, to each address of the service; calls
/// wait for the first. Each call goes to the less busy of two random connections whose endpoints
/// answered lately, has a deadline, and is asked again only where `RetryPolicy` allows it. A `.once` call
/// without an idempotency key gets a fresh one first.
public final class RemoteCaller: Caller, ServiceLifecycle.Service, Sendable {
    private let connections: Connections
    private let keepers: [EndpointConnector]
    private let timing: TransportTiming
    private let violationLog: ProtocolViolationLog
    private let budget = RetryBudget()

    /// - Parameters:
    ///   - service: The service that must prove itself at the other end.
    ///   - name: The name under which this process asks. The operator is told why there is no
    ///     connection; in a service the log says it.
    ///   - endpoints: Where the service listens, as `host:port`; a host may have many addresses.
    ///   - keys: The cluster's keys.
    ///   - tls: What protects the connections.
    ///   - connectionsPerAddress: How many connections to keep to each address; 1 at least.
    ///   - unread: What the connections of the process may keep that nobody has taken.
    ///   - build: The release, for the server's logs.
    ///   - logger: For what goes wrong with connections.
    ///   - timing: How long to wait for what.
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

    /// Whether there is no connection though every endpoint was tried: until then it is not known.
    public var isMissing: Bool { keepers.allSatisfy(\.hasTried) && !isConnected }

    /// How many streams the connections that there are at present take together, and the process
    /// has room for.
    public var streamsMax: Int { connections.streamsMax }

    /// How many connections were closed because the service broke the protocol.
    var violations: Int { violationLog.count }

    /// How many connections take calls.
    var connectionCount: Int { connections.count }

    /// Keeps the connections until a graceful shutdown, or until the task is cancelled. Calls that
    /// run are then still answered; further ones fail with `wire.unavailable`.
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

    /// The call's frame but for its id, and its deadline.
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

    /// The call's frame but for its id.
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
        if effect == .once, context.idempotencyKey == nil {
            context.idempotencyKey = UUID().uuidString.lowercased()
        }
        let fields = context.encoded(now: now)
        guard fields.readableBytes <= Limits.contextBytesMax else {
            throw WireError.tooLarge.fault
        }
        return Frame(.call, flags: flags, number: id, context: fields, body: body)
    }
}

extension NIODeadline {
    /// The same moment on NIO's clock.
    init(_ instant: ContinuousClock.Instant) {
        self = .now() + TimeAmount(instant - .now)
    }
}
