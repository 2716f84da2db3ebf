import Logging
import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// What a caller is told when the keys of both sides differ.
@Suite(.timeLimit(.minutes(30))) struct KeyTests {
    /// The detail of the fault with which a call fails after the handshake was refused.
    private func sentence(
        of port: Int,
        as name: ServiceName,
        keys: ClusterKeys,
        until isSaid: @escaping @Sendable (String) async -> Bool
    ) async throws -> String {
        var timing = TransportTiming.patient
        timing.connection = .milliseconds(10)
        return try await withCaller(of: [port], as: name, keys: keys, timing: timing) { caller in
            while true {
                try Task.checkCancellation()
                do throws(Fault) {
                    _ = try await caller.call(Echo(text: ""), in: CallContext())
                    Issue.record("The call was answered.")
                    return ""
                } catch {
                    #expect(error.code == WireError.unavailable.rawValue)
                    #expect(error.kind == .unavailable)
                    if await isSaid(error.detail) { return error.detail }
                }
            }
        }
    }

    private let plain = WireError.unavailable.detail

    @Test(arguments: ["other", "shared"])
    func `an operator is told that the keys differ`(id: String) async throws {
        let keys = try ClusterKeys(text: "\(id):AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
        try await withServer { _, port in
            let said = try await sentence(of: port, as: .operator, keys: keys) { $0 != plain }
            #expect(said == HandshakeRefusal.notAccepted.sentence)
        }
    }

    @Test func `an operator is told when the server lacks the key`() async throws {
        let liar: @Sendable (inout RawPeer) async throws -> Void = { peer in
            _ = try await peer.next()
            try await peer.send(
                Welcome(versions: .spoken, chosen: 1, nonce: [UInt8](repeating: 1, count: 32)).frame
            )
            _ = try await peer.next()
            try await peer.send(
                ServerProof(
                    service: "challenges",
                    build: "liar",
                    limits: .standard,
                    mac: [UInt8](repeating: 0, count: 32)
                ).frame
            )
            _ = try await peer.next()
        }
        try await RawPeer.listen(serverState: liar) { port in
            let said = try await sentence(of: port, as: .operator, keys: sharedKeys) { $0 != plain }
            #expect(said == HandshakeRefusal.wrongMac.sentence)
        }
    }

    @Test func `an operator is told when there is no common version`() async throws {
        let later: @Sendable (inout RawPeer) async throws -> Void = { peer in
            _ = try await peer.next()
            let nonce = [UInt8](repeating: 1, count: 32)
            try await peer.send(
                Welcome(versions: VersionRange(2...3), chosen: 0, nonce: nonce).frame
            )
        }
        try await RawPeer.listen(serverState: later) { port in
            let said = try await sentence(of: port, as: .operator, keys: sharedKeys) { $0 != plain }
            #expect(said == HandshakeRefusal.noCommonVersion.sentence)
        }
    }

    @Test func `a service leaves it out of a fault that it might pass on`() async throws {
        try await withServer { server, port in
            let said = try await sentence(of: port, as: .gateway, keys: .test("other")) { _ in
                server.refusedPeers >= 3
            }
            #expect(said == plain)
        }
    }

    @Test func `a service logs it once, until it changes`() async throws {
        let lines = Count()
        let logger = Logger(label: "test") { _ in CountingLog(lines: lines, from: .warning) }
        try await withServer { server, port in
            try await withCaller(of: [port], keys: .test("other"), logger: logger) { _ in
                try await until { server.refusedPeers >= 4 }
                #expect(lines.value == 1)
            }
        }
    }
}
