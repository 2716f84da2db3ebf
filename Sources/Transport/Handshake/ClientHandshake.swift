import Crypto
import Wire

/// The client's side of the handshake: sends the hello and its own proof, then verifies the
/// server's. Does no I/O.
struct ClientHandshake: ~Copyable {
    /// Who connects, and to whom.
    struct Names {
        let own: ServiceName
        let wanted: ServiceName
        let build: String
    }

    /// What to do after a frame.
    enum Step: Equatable {
        /// Send this frame and wait for the next one.
        case send(Frame)
        /// The server is authenticated: calls may begin, within its limits.
        case opened(ConnectionLimits)
    }

    private enum State {
        /// The hello is sent. Becomes `authenticating`.
        case greeting
        /// The proof is sent. Becomes `done`.
        case authenticating
        /// No more frames are expected.
        case done
    }

    /// The first frame of the connection.
    let hello: Frame

    private let names: Names
    private let key: ClusterKeys.Key
    private let secret: SymmetricKey
    private let versions: VersionRange
    private var transcript = Transcript()
    private var state = State.greeting

    init(
        _ names: Names,
        keys: ClusterKeys,
        versions: VersionRange = .spoken,
        nonce: [UInt8] = freshNonce()
    ) {
        self.names = names
        key = keys.keys[0]
        secret = key.derived("handshake")
        self.versions = versions
        hello = Hello(versions: versions, nonce: nonce).frame
        transcript.add(hello)
    }

    /// The service that the server must authenticate as.
    var wanted: String { names.wanted.rawValue }

    /// The refusal to report if the other side closes now.
    var whenClosed: HandshakeRefusal {
        state == .authenticating ? .notAccepted : .closed
    }

    mutating func receive(_ frame: Frame) throws(HandshakeRefusal) -> Step {
        switch state {
        case .greeting:
            return .send(try authenticate(after: frame))
        case .authenticating:
            return .opened(try verify(frame))
        case .done:
            throw .malformed
        }
    }

    private mutating func authenticate(after frame: Frame) throws(HandshakeRefusal) -> Frame {
        guard let welcome = try? Welcome(frame) else { throw .malformed }
        guard let version = versions.highestCommon(with: welcome.versions) else {
            throw .noCommonVersion
        }
        guard welcome.chosen == version else { throw .wrongVersion }
        transcript.add(frame)
        let proof = proof(mac: [UInt8](repeating: 0, count: Transcript.macBytes))
        let authenticated = self.proof(mac: transcript.mac(of: proof, role: .client, key: secret))
        transcript.add(authenticated)
        state = .authenticating
        return authenticated
    }

    private func proof(mac: [UInt8]) -> Frame {
        ClientProof(
            name: names.own.rawValue,
            service: names.wanted.rawValue,
            build: names.build,
            keyID: key.id,
            mac: mac
        ).frame
    }

    private mutating func verify(_ frame: Frame) throws(HandshakeRefusal) -> ConnectionLimits {
        guard let proof = try? ServerProof(frame) else { throw .malformed }
        guard transcript.verify(proof.mac, of: frame, role: .server, key: secret) else {
            throw .wrongMac
        }
        guard proof.service == names.wanted.rawValue else { throw .wrongService }
        guard proof.limits.isUsable else { throw .malformed }
        state = .done
        return proof.limits
    }
}

extension ConnectionLimits {
    /// Whether a client can work with a server's limits, and they require no more memory than the
    /// protocol's own ones.
    var isUsable: Bool {
        let most = ConnectionLimits.standard
        return (UInt32(Limits.openingFrameBytesMax)...most.frameBytes).contains(frameBytes)
            && (1...most.itemBytes).contains(itemBytes) && (1...most.calls).contains(calls)
            && streams <= calls
            && (2 * itemBytes...most.streamCreditBytes).contains(streamCreditBytes)
            && (streamCreditBytes...most.connectionCreditBytes).contains(connectionCreditBytes)
    }
}
