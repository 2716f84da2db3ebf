import Crypto
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import IdentityAPI
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

@testable import Gateway

/// Uploading a picture.
@Suite struct UploadTests {
    let house = House()
    let shelf = Shelf()

    /// What mediad has received.
    final class Shelf: Sendable {
        private let taken = Mutex<(bytes: ByteBuffer, fault: Fault?)>((ByteBuffer(), nil))
        private let gate = AsyncStream<Void>.makeStream()

        /// Opens the gate, before which nothing is received.
        func openGate() {
            gate.continuation.finish()
        }

        func upload(
            _ call: UploadMedia,
            _ stream: ServedStream<UploadMedia>,
            _ context: CallContext
        ) async throws -> UploadMedia.Reply {
            for await _ in gate.stream {}
            do throws(Fault) {
                while let item = try await stream.next() {
                    taken.withLock { _ = $0.bytes.writeImmutableBuffer(item) }
                }
            } catch {
                taken.withLock { $0.fault = error }
                throw error
            }
            return Samples.media
        }

        var bytes: ByteBuffer { taken.withLock { $0.bytes } }
        var fault: Fault? { taken.withLock { $0.fault } }
    }

    private var mediad: Switchboard {
        Switchboard { board in
            board.on {
                [shelf, asked = house.asked]
                (call: UploadMedia, stream: ServedStream<UploadMedia>, context: CallContext) in
                asked.note(call, context)
                return try await shelf.upload(call, stream, context)
            }
        }
    }

    private func gateway() -> Gateway {
        house.gateway(
            identity: {
                $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
            },
            media: { $0 = mediad }
        )
    }

    private static func bytes(_ count: Int) -> ByteBuffer {
        ByteBuffer(bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) })
    }

    @Test(arguments: [1, 65_536, 65_537, 2_000_000])
    func `the bytes arrive as they were sent`(count: Int) async throws {
        shelf.openGate()
        let bytes = Self.bytes(count)
        try await gateway().test(.live, token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: "image/jpeg", .idempotencyKey: "mine"],
                body: bytes
            )
            #expect(answer.status == 201)
            #expect(try answer.json["id"] == .text(Samples.picture.description))
            let url = try #require(try answer.json["url"]?.text)
            #expect(
                url.hasPrefix(
                    "https://play.example.org/v1/media/\(Samples.picture)/original?e="
                )
            )
        }
        #expect(shelf.bytes == bytes)
        let asked = try #require(house.asked.all(UploadMedia.self).first)
        #expect(asked.call.bytes == Int64(count))
        #expect(asked.call.contentType == "image/jpeg")
        #expect(asked.call.media == nil)
        #expect(asked.context.user == house.ana)
        #expect(asked.context.idempotencyKey == "mine")
    }

    @Test(arguments: ["application/octet-stream", "Image/X-PNG; a=b"])
    func `which picture it is, mediad says`(type: String) async throws {
        shelf.openGate()
        try await gateway().test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: type],
                body: Self.bytes(3)
            )
            #expect(answer.status == 201)
        }
        let sent = house.asked.all(UploadMedia.self).map(\.call.contentType)
        #expect(sent == [type.prefix { $0 != ";" }.lowercased()])
    }

    @Test func `the client may choose the picture's ID`() async throws {
        shelf.openGate()
        let id = MediaID()
        try await gateway().test(token: house.token()) { client in
            let named = try await client.ask(
                .post,
                "/v1/media?id=\(id)",
                headers: [.contentType: "image/png"],
                body: Self.bytes(3)
            )
            #expect(named.status == 201)
            let wrong = try await client.ask(
                .post,
                "/v1/media?id=x",
                headers: [.contentType: "image/png"],
                body: Self.bytes(3)
            )
            #expect(wrong.status == 400)
            #expect(try wrong.json["errors"]?[0]?["pointer"] == "/id")
        }
        #expect(house.asked.all(UploadMedia.self).map(\.call.media) == [id])
    }

    @Test(arguments: [
        nil, "text/html", "application/json", "image", "video/mp4", "application/octet",
    ])
    func `a body not announced as a picture is not read`(type: String?) async throws {
        try await gateway().test(token: house.token()) { client in
            var headers: HTTPFields = [:]
            headers[.contentType] = type
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: headers,
                body: Self.bytes(3)
            )
            #expect(answer.status == 415)
            #expect(try answer.code == "gateway.unsupported_media_type")
        }
        #expect(house.asked.count(UploadMedia.self) == 0)
    }

    @Test func `a compressed upload is refused`() async throws {
        try await gateway().test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: "image/png", .contentEncoding: "gzip"],
                body: Self.bytes(3)
            )
            #expect(answer.status == 415)
            #expect(try answer.code == "gateway.encoding_unsupported")
            #expect(answer.headers[.acceptEncoding] == "identity")
        }
        #expect(house.asked.count(UploadMedia.self) == 0)
    }

    @Test(arguments: [("20000001", 413), ("20000000", 400)])
    func `an announced length beyond the limit is refused at once`(
        length: String,
        status: Int
    ) async throws {
        shelf.openGate()
        try await gateway().test(token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: "image/png", .contentLength: length]
            )
            #expect(answer.status == status)
        }
        #expect(house.asked.count(UploadMedia.self) == (status == 413 ? 0 : 1))
    }

    @Test func `mediad's refusal is passed on while bytes still arrive`() async throws {
        let gateway = house.gateway(
            identity: {
                $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked)
            },
            media: { board in
                board.on {
                    (
                        _: UploadMedia,
                        stream: ServedStream<UploadMedia>,
                        _: CallContext
                    )
                        -> UploadMedia.Reply in
                    _ = try await stream.next()
                    throw MediaError.unsupportedType
                }
            }
        )
        try await gateway.test(.live, token: house.token()) { client in
            let answer = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: "image/png"],
                body: Self.bytes(5_000_000)
            )
            #expect(answer.status == 400)
            #expect(try answer.code == "media.unsupported_type")
            #expect(answer.headers[.connection] == "close")
        }
    }

    @Test func `an upload holds a slot of its network until the response`() async throws {
        var house = house
        house.requests.pictures = 1
        let whole = Gate()
        let gateway = house.gateway(media: { board in
            board.on {
                (
                    _: UploadMedia,
                    stream: ServedStream<UploadMedia>,
                    _: CallContext
                )
                    -> UploadMedia.Reply in
                while try await stream.next() != nil {}
                await whole.pass()
                return Samples.media
            }
        })
        let token = try await house.token()
        try await gateway.test(.live, token: token) { client in
            let slow = try await RawClient(port: try #require(client.http.port))
            try await slow.send(
                """
                POST /v1/media HTTP/1.1\r
                Host: a\r
                Authorization: Bearer \(token)\r
                Content-Type: image/png\r
                Content-Length: 4\r
                \r
                12
                """
            )
            try await eventually("it has no slot") { gateway.uploadSlots.count == 1 }
            let refused = try await client.ask(
                .post,
                "/v1/media",
                headers: [.contentType: "image/png"],
                body: Self.bytes(3)
            )
            #expect(refused.status == 429)
            #expect(try refused.code == "gateway.pictures_exhausted")
            try await slow.send("34")
            try await eventually("it does not come") { whole.arrivals == 1 }
            #expect(gateway.uploadSlots.count == 1)
            whole.open()
            try await eventually("it is not answered") { slow.text.contains("201 Created") }
            try await eventually("its slot is kept") { gateway.uploadSlots.count == 0 }
            await slow.close()
        }
    }

    @Test func `uploads have a quarter of the streams, downloads the rest`() async throws {
        let gateway = house.gateway(pictureStreams: 8)
        for (slots, most) in [(gateway.uploadSlots, 2), (gateway.downloadSlots, 6)] {
            var held: [PictureSlot] = []
            for _ in 0..<most { held.append(try await slots.take(for: nil) {}) }
            async let another = slots.take(for: nil) {}
            try await eventually("there is room for more") { slots.waitingCount == 1 }
            held.removeAll()
            _ = try await another
        }
    }

    // Below, the body is a sequence that counts how much of it was read.

    private func request(_ source: Pieces, length: Int? = nil) -> Request {
        var fields: HTTPFields = [:]
        fields[.contentLength] = length.map(String.init)
        return Request(
            head: HTTPRequest(
                method: .post,
                scheme: "http",
                authority: "a",
                path: "/v1/media",
                headerFields: fields
            ),
            body: RequestBody(asyncSequence: source)
        )
    }

    private func open() async throws -> CallStream<UploadMedia> {
        try await mediad.open(
            UploadMedia(contentType: "image/png"),
            in: CallContext(user: house.ana)
        )
    }

    @Test func `a slow mediad holds the client back`() async throws {
        let source = Pieces(count: 200, of: 50_000)
        let stream = try await open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await stream.sendBody(of: request(source), atMost: 20_000_000)
            }
            let window = Limits.streamCreditBytes / 50_000 + 1
            try await eventually("nothing was taken") { source.taken >= window }
            for _ in 0..<1_000 { await Task.yield() }
            #expect(source.taken <= window + 2)
            shelf.openGate()
            try await group.waitForAll()
        }
        _ = try await stream.reply()
        #expect(source.taken == 200)
        #expect(shelf.bytes.readableBytes == 10_000_000)
    }

    @Test(arguments: [(10, true), (9, false)])
    func `a body without an announced length is cut at the limit`(
        limit: Int64,
        fits: Bool
    ) async throws {
        shelf.openGate()
        let stream = try await open()
        let sending = request(Pieces(count: 2, of: 5))
        if fits {
            try await stream.sendBody(of: sending, atMost: limit)
            _ = try await stream.reply()
        } else {
            await #expect(throws: GatewayError.bodyTooLarge) {
                try await stream.sendBody(of: sending, atMost: limit)
            }
            stream.cancel()
            try await eventually("mediad is not told") { shelf.fault != nil }
        }
    }

    @Test(arguments: [9, 11])
    func `fewer or more bytes than announced are refused`(announced: Int) async throws {
        shelf.openGate()
        let stream = try await open()
        await #expect(throws: GatewayError.bodyBrokenOff) {
            try await stream.sendBody(
                of: request(Pieces(count: 2, of: 5), length: announced),
                atMost: 100
            )
        }
        stream.cancel()
    }
}

/// A body in pieces of equal length that counts how many were read.
final class Pieces: AsyncSequence, Sendable {
    private let count: Int
    private let bytes: Int
    private let progress = Mutex(0)

    init(count: Int, of bytes: Int) {
        self.count = count
        self.bytes = bytes
    }

    var taken: Int {
        progress.withLock { $0 }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(pieces: self)
    }

    struct Iterator: AsyncIteratorProtocol, Sendable {
        let pieces: Pieces

        func next() async throws -> ByteBuffer? {
            let isOver = pieces.progress.withLock { taken in
                guard taken < pieces.count else { return true }
                taken += 1
                return false
            }
            return isOver ? nil : ByteBuffer(repeating: 1, count: pieces.bytes)
        }
    }
}
