import Crypto
import FoundationEssentials
import IdentityAPI
import Identifiers
import Logging
import MediaAPI
import NIOCore
import RPC
import Synchronization
import Values
import Wire

@testable import Gateway

/// What stands behind a gateway: answers every call with a specimen of its reply, and notes it.
final class SpecimenServices: Sendable {
    private let asked = Mutex<[(name: String, version: Int64?)]>([])
    private let key = Curve25519.Signing.PrivateKey()
    private let user = UserID()
    private let specimens: [CallID: (name: String, reply: ByteBuffer)]

    /// What every request asks before its own calls: who is signed in.
    private static let sessionCalls: Set<String> = [
        ListSigningKeys.name, VerifySession.name, WatchRevocations.name,
    ]

    init() throws {
        let keys = ListSigningKeys.Reply(keys: [
            ListSigningKeys.SigningKey(
                id: "k1",
                publicKey: ByteBuffer(bytes: key.publicKey.rawRepresentation),
                expiresAt: .now() + .hours(1)
            )
        ])
        // One byte, which is what a stream gives here.
        let picture = DescribeMedia.Reply(
            contentType: "image/png",
            bytes: 1,
            sha256: String(repeating: "0", count: 64),
            width: 1,
            height: 1
        )
        let written: [CallID: ByteBuffer] = [
            ListSigningKeys.id: try WireEncoder().encode(keys),
            DescribeMedia.id: try WireEncoder().encode(picture),
            VerifySession.id: try WireEncoder().encode(
                VerifySession.Reply(isActive: true, user: user, isModerator: false)
            ),
        ]
        var specimens: [CallID: (name: String, reply: ByteBuffer)] = [:]
        for call in Interface.calls {
            specimens[call.id] = (call.name, try written[call.id] ?? Self.reply(of: call))
        }
        self.specimens = specimens
    }

    private static func reply<C: Call>(of call: C.Type) throws -> ByteBuffer {
        let sampler = Sampler()
        // Cursors are Base64URL.
        sampler.cursor = "bmV4dA"
        return try WireEncoder().encode(sampler.sample(C.Reply.self))
    }

    /// A gateway before these services, whose time of day stands still: the URLs of pictures stay
    /// the same.
    func gateway() -> Gateway {
        let caller = SpecimenCaller(services: self)
        return Gateway(
            identity: caller,
            challenges: caller,
            media: caller,
            scoring: caller,
            configuration: .init(
                host: "127.0.0.1",
                port: 0,
                mediaKeys: [SymmetricKey(size: .bits256)],
                cursorKeys: [SymmetricKey(size: .bits256)]
            ),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            now: { [began = Instant.now()] in began }
        )
    }

    /// An access token of a new session, as identity signs one.
    func token() throws -> String {
        let seconds = Instant.now().microseconds / 1_000_000
        let claims = """
            {"iss":"gauntlet","aud":"gauntlet","sub":"\(user)","sid":"\(SessionID())",\
            "iat":\(seconds),"exp":\(seconds + 900)}
            """
        let signed =
            Base64URL.encode(Data(#"{"alg":"EdDSA","typ":"JWT","kid":"k1"}"#.utf8)) + "."
            + Base64URL.encode(Data(claims.utf8))
        return signed + "." + Base64URL.encode(try key.signature(for: Data(signed.utf8)))
    }

    /// The names of the calls that were asked since, each once, in order.
    func takeAsked() -> [String] {
        Set(takeVersions().map(\.name)).sorted()
    }

    /// The same with the version that each call expects, if it expects one.
    func takeVersions() -> [(name: String, version: Int64?)] {
        let calls = asked.withLock { calls in
            defer { calls = [] }
            return calls
        }
        return calls.filter { !Self.sessionCalls.contains($0.name) }
    }

    fileprivate func reply(
        to id: CallID,
        expecting version: Int64? = nil
    ) throws(Fault) -> ByteBuffer {
        guard let specimen = specimens[id] else { throw WireError.unknownCall.fault }
        asked.withLock { $0.append((specimen.name, version)) }
        return specimen.reply
    }
}

/// What a write expects of the row that it changes.
private struct Expectation: Decodable {
    let ifVersion: Int64?
}

private struct SpecimenCaller: Caller {
    let services: SpecimenServices

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        let expected = try? WireDecoder().decode(Expectation.self, from: body)
        return try services.reply(to: id, expecting: expected?.ifVersion)
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        CallStream(OneByte(answer: try services.reply(to: C.id)))
    }
}

/// A stream that takes everything and gives one byte.
private final class OneByte: CallerByteStream {
    private let answer: ByteBuffer
    private let isRead = Atomic<Bool>(false)

    init(answer: ByteBuffer) {
        self.answer = answer
    }

    func send(_ item: ByteBuffer) async throws(Fault) {}

    func next() async throws(Fault) -> ByteBuffer? {
        isRead.exchange(true, ordering: .relaxed) ? nil : ByteBuffer(bytes: [0])
    }

    func finish() async throws(Fault) {}

    func reply() async throws(Fault) -> ByteBuffer { answer }

    func cancel() {}
}
