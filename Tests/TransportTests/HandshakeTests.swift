import NIOCore
import Testing
import Wire

@testable import Transport

/// The handshake as pure values: who accepts whom, and when not.
@Suite struct HandshakeTests {
    private let names = ClientHandshake.Names(own: .gateway, wanted: .challenges, build: "c")

    private func server(
        _ name: ServiceName = .challenges,
        keys: ClusterKeys = sharedKeys,
        versions: VersionRange = .spoken
    ) -> ServerHandshake {
        ServerHandshake(name: name, build: "s", keys: keys, versions: versions)
    }

    /// Runs a handshake; `change` may alter any frame in transit.
    private func open(
        _ client: consuming ClientHandshake,
        _ server: consuming ServerHandshake,
        change: (Frame) -> Frame = { $0 }
    ) throws -> (ConnectionLimits?, ServiceName?) {
        guard case .send(let welcome) = try server.receive(change(client.hello)) else {
            return (nil, nil)
        }
        guard case .send(let proof) = try client.receive(change(welcome)) else { return (nil, nil) }
        guard case .opened(let authenticated, let peer) = try server.receive(change(proof)) else {
            return (nil, nil)
        }
        guard case .opened(let limits) = try client.receive(change(authenticated)) else {
            return (nil, peer)
        }
        return (limits, peer)
    }

    @Test func `two sides with the key accept each other`() throws {
        let (limits, peer) = try open(ClientHandshake(names, keys: sharedKeys), server())
        #expect(limits == .standard)
        #expect(peer == .gateway)
    }

    @Test func `a client with another key is refused`() {
        #expect(throws: HandshakeRefusal.unknownKey) {
            try open(ClientHandshake(names, keys: .test("other")), server())
        }
    }

    @Test func `a client with another key of the same id is refused`() throws {
        let forged = try ClusterKeys(
            text: "shared:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
        )
        #expect(throws: HandshakeRefusal.wrongMac) {
            try open(ClientHandshake(names, keys: forged), server())
        }
    }

    @Test func `either of two keys is accepted, whichever signs`() throws {
        let both = try ClusterKeys(
            text: "new:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n" + sharedLine
        )
        let old = try ClusterKeys(text: sharedLine)
        #expect(try open(ClientHandshake(names, keys: both), server(keys: both)).0 != nil)
        #expect(try open(ClientHandshake(names, keys: old), server(keys: both)).0 != nil)
        #expect(throws: HandshakeRefusal.unknownKey) {
            try open(ClientHandshake(names, keys: both), server(keys: old))
        }
    }

    @Test func `a client that wants another service is refused`() {
        #expect(throws: HandshakeRefusal.wrongService) {
            try open(ClientHandshake(names, keys: sharedKeys), server(.identity))
        }
    }

    @Test func `a client does not accept a server of another name`() {
        // The MAC is right, the name is not: a process of the cluster at the wrong address.
        #expect(throws: HandshakeRefusal.self) {
            try open(ClientHandshake(names, keys: sharedKeys), server(.media))
        }
    }

    @Test func `a proof that comes back to its sender proves nothing`() throws {
        var client = ClientHandshake(names, keys: sharedKeys)
        var server = server()
        guard case .send(let welcome) = try server.receive(client.hello),
            case .send(let proof) = try client.receive(welcome)
        else {
            Issue.record("The handshake did not begin.")
            return
        }
        let own = try ClientProof(proof)
        let reflected = ServerProof(
            service: "challenges",
            build: "s",
            limits: .standard,
            mac: own.mac
        )
        var failure: HandshakeRefusal?
        do {
            _ = try client.receive(reflected.frame)
        } catch {
            failure = error
        }
        #expect(failure == .wrongMac)
    }

    @Test func `a proof of another connection proves nothing`() throws {
        var first = ClientHandshake(names, keys: sharedKeys)
        var heard = server()
        guard case .send(let welcome) = try heard.receive(first.hello),
            case .send(let proof) = try first.receive(welcome)
        else {
            Issue.record("The handshake did not begin.")
            return
        }
        var second = server()
        _ = try second.receive(first.hello)
        var failure: HandshakeRefusal?
        do {
            _ = try second.receive(proof)
        } catch {
            failure = error
        }
        #expect(failure == .wrongMac)
    }

    @Test func `a version range that was changed in transit is noticed at once`() {
        let both = VersionRange(1...2)
        #expect(throws: HandshakeRefusal.wrongVersion) {
            try open(
                ClientHandshake(names, keys: sharedKeys, versions: both),
                server(versions: both),
                change: { frame in
                    guard let hello = try? Hello(frame) else { return frame }
                    return Hello(versions: VersionRange(1...1), nonce: hello.nonce).frame
                }
            )
        }
    }

    @Test func `version ranges that were changed both ways are noticed by the proof`() {
        let both = VersionRange(1...2)
        #expect(throws: HandshakeRefusal.wrongMac) {
            try open(
                ClientHandshake(names, keys: sharedKeys, versions: both),
                server(versions: both),
                change: { frame in
                    let low = VersionRange(1...1)
                    if let hello = try? Hello(frame) {
                        return Hello(versions: low, nonce: hello.nonce).frame
                    }
                    guard let welcome = try? Welcome(frame) else { return frame }
                    return Welcome(versions: low, chosen: 1, nonce: welcome.nonce).frame
                }
            )
        }
    }

    @Test func `a server that chooses a lower version is refused`() {
        let both = VersionRange(1...2)
        #expect(throws: HandshakeRefusal.wrongVersion) {
            try open(
                ClientHandshake(names, keys: sharedKeys, versions: both),
                server(versions: both),
                change: { frame in
                    guard let welcome = try? Welcome(frame) else { return frame }
                    return Welcome(versions: both, chosen: 1, nonce: welcome.nonce).frame
                }
            )
        }
    }

    @Test func `without a common version the client learns the server's`() throws {
        let client = ClientHandshake(names, keys: sharedKeys, versions: VersionRange(3...4))
        var server = server()
        guard case .sendAndClose(let welcome) = try server.receive(client.hello) else {
            Issue.record("The server continued.")
            return
        }
        #expect(try Welcome(welcome).versions == .spoken)
        #expect(try Welcome(welcome).chosen == 0)
    }

    @Test func `no byte of the handshake can be changed`() throws {
        var refused = 0
        var tried = 0
        for frame in 0..<4 {
            for byte in 0..<200 {
                var index = -1
                var isChanged = false
                let result = try? open(
                    ClientHandshake(names, keys: sharedKeys),
                    server(),
                    change: { original in
                        index += 1
                        guard index == frame, byte < original.body.readableBytes else {
                            return original
                        }
                        isChanged = true
                        var body = Array(buffer: original.body)
                        body[byte] ^= 1
                        var changed = original
                        changed.body = ByteBuffer(bytes: body)
                        return changed
                    }
                )
                guard isChanged else { continue }
                tried += 1
                if result?.0 == nil { refused += 1 }
            }
        }
        #expect(tried > 200)
        #expect(refused == tried)
    }

    @Test func `an unexpected frame is refused`() throws {
        var server = server()
        var failure: HandshakeRefusal?
        do {
            _ = try server.receive(Frame(.ping))
        } catch {
            failure = error
        }
        #expect(failure == .malformed)
    }

    @Test func `limits that cannot work are refused`() {
        var small = ConnectionLimits.standard
        #expect(small.isUsable)
        small.streamCreditBytes = 2 * small.itemBytes - 1
        #expect(!small.isUsable)
        var large = ConnectionLimits.standard
        large.frameBytes += 1
        #expect(!large.isUsable)
        var wide = ConnectionLimits.standard
        wide.connectionCreditBytes += 1
        #expect(!wide.isUsable)
        wide.connectionCreditBytes -= 1
        wide.streamCreditBytes += 1
        #expect(!wide.isUsable)
        var none = ConnectionLimits.standard
        none.calls = 0
        #expect(!none.isUsable)
    }

    @Test func `the limits that a server of the release before names are usable`() {
        var limits = ConnectionLimits.standard
        limits.streamCreditBytes = 131_072
        limits.connectionCreditBytes = 8_388_608
        #expect(limits.isUsable && limits.streamsCovered == 64)
    }
}

/// The line of `sharedKeys`, as a file holds it.
private let sharedLine = "shared:c2hhcmVkBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="
