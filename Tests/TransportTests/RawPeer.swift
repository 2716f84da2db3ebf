import NIOCore
import NIOPosix
import Testing
import Wire

@testable import Transport

/// One end of a connection that sends whatever a test wants.
struct RawPeer {
    private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    private var decoder = FrameDecoder(limit: Limits.frameBytesMax)

    private init(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>,
        _ outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) {
        self.inbound = inbound.makeAsyncIterator()
        self.outbound = outbound
    }

    /// Connects to a server.
    @discardableResult
    static func connect<Result: Sendable>(
        to port: Int,
        _ body: (inout RawPeer) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var peer = RawPeer(inbound, outbound)
            return try await body(&peer)
        }
    }

    /// Listens, and serves the first client to connect while the other body runs.
    @discardableResult
    static func listen<Result: Sendable>(
        serverState serve: @escaping @Sendable (inout RawPeer) async throws -> Void,
        _ body: (Int) async throws -> Result
    ) async throws -> Result {
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel
                    )
                }
            }
        return try await listening.executeThenClose { clients in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await client in clients {
                        try? await client.executeThenClose { inbound, outbound in
                            var peer = RawPeer(inbound, outbound)
                            try await serve(&peer)
                        }
                    }
                }
                let result = try await body(listening.channel.localAddress?.port ?? 0)
                group.cancelAll()
                return result
            }
        }
    }

    func send(_ frames: Frame...) async throws {
        for frame in frames { try await outbound.write(frame.bytes) }
    }

    func send(bytes: ByteBuffer) async throws {
        try await outbound.write(bytes)
    }

    /// Returns the next frame; `nil` when the other side has closed.
    mutating func next() async throws -> Frame? {
        while true {
            if let frame = try decoder.next() { return frame }
            do {
                guard let bytes = try await inbound.next(isolation: #isolation) else { return nil }
                decoder.append(bytes)
            } catch {
                return nil
            }
        }
    }

    /// Expects the next frame to be this one; `nil` expects the other side to close.
    mutating func expect(
        _ frame: Frame?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let next = try await next()
        #expect(next == frame, sourceLocation: sourceLocation)
    }

    /// Expects the server to announce its drain, and to ping whether that was seen.
    mutating func expectDrain() async throws {
        try await expect(Frame(.drain))
        try await expect(Frame(.ping, id: 1))
    }

    /// Authenticates to the server.
    mutating func open(
        as name: ServiceName = .gateway,
        wanting service: ServiceName = .challenges,
        keys: ClusterKeys = sharedKeys
    ) async throws {
        var handshake = ClientHandshake(
            .init(own: name, wanted: service, build: "raw"),
            keys: keys
        )
        try await send(handshake.hello)
        while let frame = try await next() {
            switch try handshake.receive(frame) {
            case .send(let frame): try await send(frame)
            case .opened: return
            }
        }
        throw HandshakeRefusal.closed
    }

    /// Authenticates a client, and then itself to the client.
    mutating func accept(
        as name: ServiceName = .challenges,
        limits: ConnectionLimits = .standard
    ) async throws {
        var handshake = ServerHandshake(name: name, build: "raw", keys: sharedKeys, limits: limits)
        while let frame = try await next() {
            switch try handshake.receive(frame) {
            case .send(let frame), .sendAndClose(let frame): try await send(frame)
            case .opened(let frame, _):
                try await send(frame)
                return
            }
        }
        throw HandshakeRefusal.closed
    }
}

extension Frame {
    /// The frame of a call, as a client sends it.
    static func call<C: Call>(_ call: C, id: UInt32, flags: FrameFlags = []) throws -> Frame {
        Frame(
            .call,
            id: id,
            flags: flags,
            number: C.id,
            context: try WireEncoder().encode([String: String]()),
            body: try WireEncoder().encode(call)
        )
    }

    /// The fault in a fault frame.
    var fault: Fault {
        get throws { try WireDecoder().decode(Fault.self, from: body) }
    }
}
