import Crypto
import Wire

/// The server's side of the handshake: answers a hello, and proves itself only to an authenticated
/// client. Does no I/O.
struct ServerHandshake: ~Copyable {
    /// What to do after a frame.
    enum Step: Equatable {
        /// Send this frame and wait for the next one.
        case send(Frame)
        /// Send this frame, then close: there is no common version.
        case sendAndClose(Frame)
        /// Send this frame; the client is authenticated under this name.
        case opened(Frame, peer: ServiceName)
    }

    private enum State {
        /// Nothing has arrived. Becomes `authenticating`.
        case greeting
        /// The welcome is sent. Becomes `done`.
        case authenticating
        /// No more frames are expected.
        case done
    }

    private let name: ServiceName
    private let build: String
    private let keys: ClusterKeys
    private let limits: ConnectionLimits
    private let versions: VersionRange
    private let nonce: [UInt8]
    private var transcript = Transcript()
    private var state = State.greeting

    init(
        name: ServiceName,
        build: String,
        keys: ClusterKeys,
        limits: ConnectionLimits = .standard,
        versions: VersionRange = .spoken,
        nonce: [UInt8] = freshNonce()
    ) {
        self.name = name
        self.build = build
        self.keys = keys
        self.limits = limits
        self.versions = versions
        self.nonce = nonce
    }

    mutating func receive(_ frame: Frame) throws(HandshakeRefusal) -> Step {
        switch state {
        case .greeting:
            return try welcome(frame)
        case .authenticating:
            return try verify(frame)
        case .done:
            throw .malformed
        }
    }

    private mutating func welcome(_ frame: Frame) throws(HandshakeRefusal) -> Step {
        guard let hello = try? Hello(frame) else { throw .malformed }
        let chosen = versions.highestCommon(with: hello.versions)
        let welcome = Welcome(versions: versions, chosen: chosen ?? 0, nonce: nonce).frame
        guard chosen != nil else {
            state = .done
            return .sendAndClose(welcome)
        }
        transcript.add(frame)
        transcript.add(welcome)
        state = .authenticating
        return .send(welcome)
    }

    private mutating func verify(_ frame: Frame) throws(HandshakeRefusal) -> Step {
        guard let proof = try? ClientProof(frame) else { throw .malformed }
        guard let key = keys.keys.first(where: { $0.id == proof.keyID }) else { throw .unknownKey }
        let secret = key.derived("handshake")
        guard transcript.verify(proof.mac, of: frame, role: .client, key: secret) else {
            throw .wrongMac
        }
        guard let peer = ServiceName(rawValue: proof.name) else { throw .unknownName }
        guard proof.service == name.rawValue else { throw .wrongService }
        transcript.add(frame)
        let unsigned = self.proof(mac: [UInt8](repeating: 0, count: Transcript.macBytes))
        let mac = transcript.mac(of: unsigned, role: .server, key: secret)
        state = .done
        return .opened(self.proof(mac: mac), peer: peer)
    }

    private func proof(mac: [UInt8]) -> Frame {
        ServerProof(service: name.rawValue, build: build, limits: limits, mac: mac).frame
    }
}
