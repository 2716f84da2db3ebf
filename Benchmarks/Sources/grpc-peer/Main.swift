import Foundation
import GRPCCore
import GRPCNIOTransportHTTP2Posix
import GRPCProtobuf
import PeerTools

/// grpc-swift-2 with protobuf messages of the same content, and a deadline for each call.
@main
struct GRPCPeer: Peer {
    static func main() async {
        await run()
    }

    static func serve(_ listening: (_ port: Int) -> Void) async throws {
        let transport = HTTP2ServerTransport.Posix(
            address: .ipv4(host: "127.0.0.1", port: 0),
            transportSecurity: .plaintext
        )
        try await withGRPCServer(transport: transport, services: [Cheering()]) { server in
            listening(try await transport.listeningAddress.ipv4?.port ?? 0)
            while !Task.isCancelled { try await Task.sleep(for: .seconds(3_600)) }
        }
    }

    static func ask(_ order: Order) async throws -> Figures {
        let transport = try HTTP2ClientTransport.Posix(
            target: .ipv4(address: "127.0.0.1", port: order.port),
            transportSecurity: .plaintext
        )
        return try await withGRPCClient(transport: transport) { client in
            let asker = Asker(client: client)
            let loop = ClosedLoop(order)
            return switch order.work {
            case .call: try await loop.figures { try await asker.cheer() }
            case .page: try await loop.figures { try await asker.readPage() }
            case .stream: throw PeerError("this peer has no streams")
            }
        }
    }
}

/// The methods by name, as in generated code.
private enum Method {
    static let service = ServiceDescriptor(fullyQualifiedService: "Cheering")
    static let cheer = MethodDescriptor(service: service, method: "Cheer", type: .unary)
    static let readPage = MethodDescriptor(service: service, method: "ReadPage", type: .unary)
}

private struct Cheering: RegistrableRPCService {
    private static let page = Data(repeating: 7, count: Work.pageBytes)

    func registerMethods<Transport: ServerTransport>(with router: inout RPCRouter<Transport>) {
        router.registerHandler(
            forMethod: Method.cheer,
            deserializer: ProtobufDeserializer<Cheer>(),
            serializer: ProtobufSerializer<Cheered>()
        ) { request, _ in
            let call = try await ServerRequest(stream: request).message
            var reply = Cheered()
            reply.challenge = call.challenge
            reply.title = call.title
            reply.total = call.points + 1
            reply.isFirst = !call.isLoud
            reply.countedAt = call.sentAt
            return StreamingServerResponse(single: ServerResponse(message: reply))
        }
        router.registerHandler(
            forMethod: Method.readPage,
            deserializer: ProtobufDeserializer<ReadPage>(),
            serializer: ProtobufSerializer<Page>()
        ) { request, _ in
            let call = try await ServerRequest(stream: request).message
            guard call.bytes == Work.pageBytes else { throw PeerError("unknown page") }
            var reply = Page()
            reply.page = Self.page
            return StreamingServerResponse(single: ServerResponse(message: reply))
        }
    }
}

private struct Asker: Sendable {
    let client: GRPCClient<HTTP2ClientTransport.Posix>
    private let challenge = withUnsafeBytes(of: UUID().uuid) { Data($0) }
    private let options: CallOptions

    init(client: GRPCClient<HTTP2ClientTransport.Posix>) {
        self.client = client
        var options = CallOptions.defaults
        options.timeout = .seconds(5)
        self.options = options
    }

    func cheer() async throws {
        var call = Cheer()
        call.challenge = challenge
        call.title = "First to run ten kilometres"
        call.points = 41
        call.isLoud = true
        call.sentAt = Int64(Date.now.timeIntervalSince1970 * 1_000_000)
        let reply = try await client.unary(
            request: ClientRequest(message: call),
            descriptor: Method.cheer,
            serializer: ProtobufSerializer<Cheer>(),
            deserializer: ProtobufDeserializer<Cheered>(),
            options: options
        ) { try $0.message }
        guard reply.total == 42 else { throw PeerError("wrong reply") }
    }

    func readPage() async throws {
        var call = ReadPage()
        call.challenge = challenge
        call.title = "First to run ten kilometres"
        call.bytes = Int64(Work.pageBytes)
        let reply = try await client.unary(
            request: ClientRequest(message: call),
            descriptor: Method.readPage,
            serializer: ProtobufSerializer<ReadPage>(),
            deserializer: ProtobufDeserializer<Page>(),
            options: options
        ) { try $0.message }
        guard reply.page.count == Work.pageBytes else { throw PeerError("wrong reply") }
    }
}
