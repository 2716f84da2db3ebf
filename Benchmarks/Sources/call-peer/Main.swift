import Identifiers
import Logging
import Metrics
import NIOCore
import PeerTools
import RPC
import Telemetry
import Transport
import Values
import Wire

/// Gauntlet's own protocol: the whole stack between two processes, with authentication, context,
/// deadline, access check, log and metrics.
@main
struct CallPeer: Peer {
    static func main() async {
        await run()
    }

    static func serve(_ listening: (_ port: Int) -> Void) async throws {
        LineLog.bootstrap(service: "peer", .init(level: .notice))
        MetricsSystem.bootstrap(PrometheusRegistry())
        let logger = Logger(label: "gauntlet.peer")
        let server = Server(
            name: .challenges,
            switchboard: switchboard.logging(to: logger),
            keys: try keys,
            host: "127.0.0.1",
            port: 0,
            build: "benchmark",
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            listening(try await server.boundPort())
            try await group.waitForAll()
        }
    }

    static func ask(_ order: Order) async throws -> Figures {
        LineLog.bootstrap(service: "peer", .init(level: .notice))
        MetricsSystem.bootstrap(PrometheusRegistry())
        let caller = try RemoteCaller(
            to: .challenges,
            as: .gateway,
            endpoints: ["127.0.0.1:\(order.port)"],
            keys: keys,
            build: "benchmark",
            logger: Logger(label: "gauntlet.peer")
        )
        let asker = Asker(caller: caller)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await caller.run() }
            defer { group.cancelAll() }
            let loop = ClosedLoop(order)
            return switch order.work {
            case .call: try await loop.figures { try await asker.cheer() }
            case .page: try await loop.figures { try await asker.readPage() }
            case .stream: try await loop.figures { try await asker.readPages() }
            }
        }
    }

    /// A key for loopback.
    private static var keys: ClusterKeys {
        get throws { try ClusterKeys(text: "bench:YmVuY2htYXJrLWJlbmNobWFyay1iZW5jaG1hcmstMzI=") }
    }

    private static let page = ByteBuffer(repeating: 7, count: Work.pageBytes)

    private static let switchboard = Switchboard {
        $0.on { (call: Cheer, _) in
            Cheer.Reply(
                challenge: call.challenge,
                title: call.title,
                total: call.points + 1,
                isFirst: !call.isLoud,
                countedAt: call.sentAt
            )
        }
        $0.on { (call: ReadPage, _) in
            guard call.bytes == Work.pageBytes else { throw PeerError("unknown page") }
            return ReadPage.Reply(page: page)
        }
        $0.on { (call: ReadPages, stream: ServedStream<ReadPages>, _) in
            for _ in 0..<call.count { try await stream.send(page) }
            return Nothing()
        }
    }
}

/// Calls as a gateway does: on behalf of a signed-in user, each time with a trace and a deadline.
private struct Asker: Sendable {
    let caller: RemoteCaller
    let user = UserID()
    let session = SessionID()
    let challenge = ChallengeID()

    private var context: CallContext {
        CallContext(
            user: user,
            session: session,
            deadline: .now + .seconds(5),
            clientAddress: "203.0.113.7"
        )
    }

    func cheer() async throws {
        let call = Cheer(
            challenge: challenge,
            title: "First to run ten kilometres",
            points: 41,
            isLoud: true,
            sentAt: .now()
        )
        let reply = try await caller.call(call, in: context)
        guard reply.total == 42 else { throw PeerError("wrong reply") }
    }

    func readPage() async throws {
        let call = ReadPage(
            challenge: challenge,
            title: "First to run ten kilometres",
            bytes: Work.pageBytes
        )
        let reply = try await caller.call(call, in: context)
        guard reply.page.readableBytes == Work.pageBytes else { throw PeerError("wrong reply") }
    }

    func readPages() async throws {
        var context = context
        context.deadline = .now + .seconds(60)
        let call = ReadPages(
            pageBytes: Work.pageBytes,
            count: Work.streamBytes / Work.pageBytes
        )
        let stream = try await caller.open(call, in: context)
        var bytes = 0
        while let page = try await stream.next() { bytes += page.readableBytes }
        _ = try await stream.reply()
        guard bytes == Work.streamBytes else { throw PeerError("wrong stream") }
    }
}
