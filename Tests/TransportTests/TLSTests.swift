import NIOCore
import NIOPosix
import NIOSSL
import RPC
import TestBasics
import Testing
import Wire

@testable import Transport

/// Which connections are accepted when certificates are configured.
@Suite(.timeLimit(.minutes(30))) struct TLSTests {
    /// Makes a call with TLS on both sides.
    private func expect(
        _ isAnswered: Bool,
        client: TLS?,
        server: TLS?,
        as name: ServiceName = .gateway,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withServer(pouring, tls: server) { server, port in
            guard isAnswered else {
                return try await withCaller(of: [port], as: name, tls: client) { caller in
                    try await until { server.refusedPeers >= 2 || server.acceptedPeers >= 3 }
                    #expect(!caller.isConnected, sourceLocation: sourceLocation)
                }
            }
            try await withCaller(of: [port], as: name, tls: client) { caller in
                let stream = try await caller.open(Pour(down: 1_000_000), in: CallContext())
                for _ in 0..<20 {
                    try await stream.send(ByteBuffer(repeating: 2, count: 50_000))
                }
                let up = try await stream.reply().up
                #expect(up == 1_000_000, sourceLocation: sourceLocation)
            }
        }
    }

    @Test func `certificates of one authority with the right names are accepted`() async throws {
        try await Authority.run { ours, _ in
            try await expect(
                true,
                client: try await ours.tls(.gateway),
                server: try await ours.tls(.challenges)
            )
        }
    }

    @Test func `a client's certificate of another authority is refused`() async throws {
        try await Authority.run { ours, other in
            let (certificate, key) = try await other.issue("gateway")
            let client = try TLS(
                certificateFile: certificate,
                keyFile: key,
                authorityFile: ours.file
            )
            try await expect(false, client: client, server: try await ours.tls(.challenges))
        }
    }

    @Test func `a server's certificate of another authority is refused`() async throws {
        try await Authority.run { ours, other in
            let (certificate, key) = try await other.issue("challenges")
            let server = try TLS(
                certificateFile: certificate,
                keyFile: key,
                authorityFile: ours.file
            )
            try await expect(false, client: try await ours.tls(.gateway), server: server)
        }
    }

    @Test func `a client that proves another name than its certificate's is refused`()
        async throws
    {
        try await Authority.run { ours, _ in
            try await expect(
                false,
                client: try await ours.tls(.media),
                server: try await ours.tls(.challenges)
            )
        }
    }

    @Test func `a server whose certificate has another name is refused`() async throws {
        try await Authority.run { ours, _ in
            try await expect(
                false,
                client: try await ours.tls(.gateway),
                server: try await ours.tls(.media)
            )
        }
    }

    @Test func `plaintext is refused by either side that has certificates`() async throws {
        try await Authority.run { ours, _ in
            try await expect(false, client: nil, server: try await ours.tls(.challenges))
            try await expect(false, client: try await ours.tls(.gateway), server: nil)
        }
    }

    @Test func `a client without a certificate is refused`() async throws {
        try await Authority.run { ours, _ in
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.certificateVerification = .none
            let context = try NIOSSLContext(configuration: configuration)
            try await withServer(tls: try await ours.tls(.challenges)) { server, port in
                let channel = try await ClientBootstrap(
                    group: MultiThreadedEventLoopGroup.singleton
                ).connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: context, serverHostname: nil)
                        )
                        return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                            wrappingChannelSynchronously: channel
                        )
                    }
                }
                try await channel.executeThenClose { inbound, outbound in
                    let hello = Hello(versions: .spoken, nonce: [UInt8](repeating: 0, count: 32))
                    try? await outbound.write(hello.frame.bytes)
                    var bytes = 0
                    do {
                        for try await buffer in inbound { bytes += buffer.readableBytes }
                    } catch {
                        // Closed with an alert.
                    }
                    #expect(bytes == 0)
                }
                try await until { server.refusedPeers == 1 }
            }
        }
    }

    @Test func `an operator is told what TLS refused`() async throws {
        try await Authority.run { ours, other in
            let server = try await ours.tls(.challenges)
            try await withServer(tls: server) { _, port in
                let strange = try await other.tls(.operator)
                try await expectSentence(.untrusted, of: port, tls: strange)
                try await expectSentence(.malformed, of: port, tls: nil)
            }
            try await withServer(tls: try await ours.tls(.media)) { _, port in
                let own = try await ours.tls(.operator)
                try await expectSentence(.wrongCertificate, of: port, tls: own)
            }
        }
    }

    private func expectSentence(
        _ refusal: HandshakeRefusal,
        of port: Int,
        tls: TLS?
    ) async throws {
        var timing = TransportTiming.patient
        timing.connection = .milliseconds(10)
        try await withCaller(of: [port], as: .operator, tls: tls, timing: timing) { caller in
            try await until {
                do throws(Fault) {
                    _ = try await caller.call(Echo(text: ""), in: CallContext())
                    return false
                } catch {
                    return error.detail == refusal.sentence
                }
            }
        }
    }

    @Test func `a file that cannot be used is named`() async throws {
        try await Authority.run { ours, other in
            let (certificate, key) = try await ours.issue("gateway")
            let (_, otherKey) = try await other.issue("gateway")
            for (files, named) in [
                (["/nowhere", key, ours.file], "/nowhere"),
                ([certificate, "/nowhere", ours.file], "/nowhere"),
                ([certificate, key, "/nowhere"], "/nowhere"),
                ([certificate, ours.file, ours.file], ours.file),
                ([certificate, otherKey, ours.file], otherKey),
            ] {
                do {
                    _ = try TLS(
                        certificateFile: files[0],
                        keyFile: files[1],
                        authorityFile: files[2]
                    )
                    Issue.record("The files were accepted.")
                } catch {
                    #expect("\(error)".hasPrefix("\(named) cannot be used"))
                }
            }
        }
    }

    @Test func `a bind beyond loopback is allowed under TLS`() async throws {
        try await Authority.run { ours, _ in
            let server = Server(
                name: .challenges,
                switchboard: echoes,
                keys: sharedKeys,
                host: "0.0.0.0",
                port: 0,
                build: "test",
                logger: quiet,
                tls: try await ours.tls(.challenges)
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let port = try await server.boundPort()
                #expect(port > 0)
                group.cancelAll()
            }
        }
    }

    @Test func `a certificate is valid for its names and no other`() async throws {
        try await Authority.run { ours, _ in
            let tls = try await ours.tls(.media)
            #expect(tls.stands(for: .media))
            #expect(!tls.stands(for: .gateway))
        }
    }
}
