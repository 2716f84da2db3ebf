import NIOCore
import RPC
import ScoringAPI
import Values
import Wire

@testable import Transport

/// Frames that stand for all of their kind, as `protocol/README.md` shows them.
enum Specimens {
    /// One file of `protocol/frames`.
    struct Specimen: Sendable {
        let name: String
        let remark: String
        let frame: Frame
        /// What the parts of the body are, where they are no CBOR.
        var fields: [(count: Int, meaning: String)]?
    }

    /// The key of the examples: the bytes 0 to 31.
    static let keyFile = "k1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    static func all() throws -> [Specimen] {
        try opening() + calls() + streams() + [
            Specimen(name: "ping", remark: "Are you there?", frame: Frame(.ping, id: 7)),
            Specimen(name: "pong", remark: "The answer to that ping.", frame: Frame(.pong, id: 7)),
            Specimen(name: "drain", remark: "The server stops.", frame: Frame(.drain)),
        ]
    }

    /// A whole opening, with the nonces and the key of the examples.
    private static func opening() throws -> [Specimen] {
        let keys = try ClusterKeys(text: keyFile)
        var client = ClientHandshake(
            .init(own: .gateway, wanted: .scoring, build: "example"),
            keys: keys,
            nonce: Array(0xA0...0xBF)
        )
        var server = ServerHandshake(
            name: .scoring,
            build: "example",
            keys: keys,
            nonce: Array(0xC0...0xDF)
        )
        guard case .send(let welcome) = try server.receive(client.hello),
            case .send(let clientProof) = try client.receive(welcome),
            case .opened(let serverProof, .gateway) = try server.receive(clientProof),
            case .opened = try client.receive(serverProof)
        else { throw Unopened() }
        return [
            Specimen(
                name: "hello",
                remark: "The client begins.",
                frame: client.hello,
                fields: [(4, "GNTL"), (2, "lowest version"), (2, "highest"), (32, "nonce")]
            ),
            Specimen(
                name: "welcome",
                remark: "The server answers.",
                frame: welcome,
                fields: [
                    (2, "lowest version"), (2, "highest"), (2, "chosen"), (32, "nonce"),
                ]
            ),
            Specimen(
                name: "proof-client",
                remark: "The client proves that it holds the key k1, the bytes 00 to 1f.",
                frame: clientProof,
                fields: [
                    (8, "own name: gateway"), (8, "wanted: scoring"), (8, "build: example"),
                    (3, "key id: k1"), (32, "mac"),
                ]
            ),
            Specimen(
                name: "proof-server",
                remark: "The server proves it, and tells its limits.",
                frame: serverProof,
                fields: [
                    (8, "name: scoring"), (8, "build: example"), (4, "frame bytes"),
                    (4, "item bytes"), (4, "calls"), (4, "streams"), (4, "stream credit"),
                    (4, "connection credit"), (32, "mac"),
                ]
            ),
        ]
    }

    private struct Unopened: Error {}

    private static func calls() throws -> [Specimen] {
        let sampler = Sampler()
        let call = try sampler.sample(GetPoints.self)
        let fault = Refusal(ScoringError.limitInvalid, at: "/limit").fault
        return [
            Specimen(
                name: "call",
                remark: "GetPoints is asked.",
                frame: try frame(of: call, id: 1)
            ),
            Specimen(
                name: "reply",
                remark: "Its reply.",
                frame: Frame(
                    .reply,
                    id: 1,
                    body: try WireEncoder().encode(GetPoints.Reply(points: 110))
                )
            ),
            Specimen(
                name: "repeated",
                remark: "The stored reply to a repeated write, for a client that wants it marked.",
                frame: Frame(
                    .reply,
                    id: 1,
                    body: try RepeatedReply(
                        WireEncoder().encode(GetPoints.Reply(points: 110)),
                        firstGiven: Instant(microseconds: 1_767_323_045_678_901)
                    ).encoded()
                )
            ),
            Specimen(
                name: "fault",
                remark: "Another call, GetScoreboard with a limit of 0, is refused.",
                frame: Frame(.fault, id: 2, body: try WireEncoder().encode(fault))
            ),
        ]
    }

    private static func streams() throws -> [Specimen] {
        [
            Specimen(
                name: "item",
                remark: "The first bytes of a picture.",
                frame: Frame(.item, id: 3, body: ByteBuffer(bytes: [0xFF, 0xD8, 0xFF, 0xE0])),
                fields: [(4, "the item")]
            ),
            Specimen(name: "end", remark: "No item follows.", frame: Frame(.end, id: 3)),
            Specimen(
                name: "credit",
                remark: "As many bytes more.",
                frame: .credit(131_072, id: 3),
                fields: [(4, "131072 bytes")]
            ),
            Specimen(name: "cancel", remark: "Never mind.", frame: Frame(.cancel, id: 3)),
        ]
    }

    /// The frame of a call in the context of the examples: two seconds remain, somebody asks.
    static func frame<C: Call>(of call: C, id: UInt32) throws -> Frame {
        let now = ContinuousClock.now
        let trace = TraceContext(
            traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        )
        var context = CallContext(deadline: now + .seconds(2))
        if let trace { context.trace = trace }
        switch C.access {
        case .signedIn, .moderator: context.user = try Sampler().sample(GetPoints.self).user
        case .anyone, .cluster, .operator: break
        }
        if case .moderator = C.access { context.isModerator = true }
        if C.effect == .once { context.idempotencyKey = "a key of the client's choice" }
        return Frame(
            .call,
            id: id,
            flags: call is any StreamCall ? .stream : [],
            number: C.id,
            context: try WireEncoder().encode(ContextFields(context, now: now)),
            body: try WireEncoder().encode(call)
        )
    }
}
