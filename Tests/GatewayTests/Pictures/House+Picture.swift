import IdentityAPI
import Identifiers
import MediaAPI
import NIOCore
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

extension House {
    /// Returns a gateway whose mediad has one picture.
    ///
    /// - Parameters:
    ///   - bytes: The picture.
    ///   - hash: The hash that mediad reports.
    ///   - announced: A length to announce other than what it sends.
    ///   - uploadedAt: When it was uploaded: 1,000 seconds before the tests' time.
    ///   - watch: Observes what mediad could send.
    /// - Returns: The gateway.
    func gateway(
        showing bytes: ByteBuffer,
        hash: String,
        announced: Int? = nil,
        uploadedAt: Instant = Instant(microseconds: 5_000_000_000),
        watch: PictureWatch = PictureWatch()
    ) -> Gateway {
        gateway(
            publicURL: nil,
            identity: {
                $0.answer(ListFriends.self, with: Page(items: [Samples.bo]), noting: asked)
            },
            media: {
                $0.answer(
                    DescribeMedia.self,
                    with: .init(
                        contentType: "image/png",
                        bytes: Int64(announced ?? bytes.readableBytes),
                        sha256: hash,
                        width: 1,
                        height: 1,
                        createdAt: uploadedAt
                    ),
                    noting: asked
                )
                $0.on {
                    [asked]
                    (call: FetchMedia, stream: ServedStream<FetchMedia>, context: CallContext) in
                    asked.note(call, context)
                    defer { watch.streamEnded() }
                    let offset = Int(call.offset ?? 0)
                    let rest = bytes.readableBytes - offset
                    let length = announced == nil ? call.length.map(Int.init) ?? rest : rest
                    var part = try bytes.slice(offset, length)
                    while let item = part.readSlice(length: min(60_000, part.readableBytes)),
                        item.readableBytes > 0
                    {
                        try await stream.send(item)
                        watch.sent(item.readableBytes)
                    }
                    return Nothing()
                }
            }
        )
    }
}

/// What mediad could send of a picture.
final class PictureWatch: Sendable {
    private let seen = Mutex((bytes: 0, ends: 0))

    var bytes: Int { seen.withLock(\.bytes) }
    /// How many streams have ended, successfully or not.
    var ends: Int { seen.withLock(\.ends) }

    func sent(_ count: Int) { seen.withLock { $0.bytes += count } }

    func streamEnded() { seen.withLock { $0.ends += 1 } }

    /// Waits until something was sent, and then nothing for a while.
    func settle() async throws {
        try await eventually("nothing is sent") { bytes > 0 }
        var last = 0
        var rounds = 0
        while rounds < 20 {
            try await Task.sleep(for: .milliseconds(10))
            let now = bytes
            rounds = now == last ? rounds + 1 : 0
            last = now
        }
    }
}

extension ByteBuffer {
    /// Returns a part of it; refuses what mediad would refuse.
    func slice(_ offset: Int, _ length: Int) throws -> ByteBuffer {
        guard let part = getSlice(at: readerIndex + offset, length: length) else {
            throw MediaError.rangeInvalid
        }
        return part
    }
}
