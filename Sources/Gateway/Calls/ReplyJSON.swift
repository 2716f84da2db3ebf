import FoundationEssentials
import NIOCore
import Wire

/// Writes replies as JSON without knowing their types.
struct ReplyJSON: Sendable {
    private let signedURLs: SignedURLs
    private let transcoder: JSONTranscoder

    init(signedURLs: SignedURLs) {
        self.signedURLs = signedURLs
        transcoder = JSONTranscoder { reference, text in
            text.writeString(signedURLs.url(of: reference))
        }
    }

    /// Returns a reply as JSON. The pictures' URLs in a `RepeatedReply` expire when those in the
    /// first reply did.
    func text(_ reply: ByteBuffer) throws -> ByteBuffer {
        var text = ByteBuffer()
        if let repeated = RepeatedReply(encoded: reply) {
            let transcoder = JSONTranscoder { [signedURLs] reference, text in
                text.writeString(signedURLs.url(of: reference, since: repeated.firstGiven))
            }
            try transcoder.transcode(repeated.reply, into: &text)
        } else {
            try transcoder.transcode(reply, into: &text)
        }
        return text
    }

    /// Returns a page as JSON, with its cursor sealed.
    ///
    /// A page's cursor is its last member (protocol/README.md, 10.1), and it is Base64URL, which
    /// needs no escapes in JSON. So it is between the last two quotes. Throws `wire.bug` for
    /// anything else.
    func page(_ cbor: ByteBuffer, sealing seal: (String) throws -> String) throws -> ByteBuffer {
        var page = try text(cbor)
        let bytes = page.readableBytesView
        if bytes.hasMember(Self.noCursor, before: bytes.endIndex) { return page }
        guard bytes.suffix(2).elementsEqual("\"}".utf8),
            let quote = bytes.dropLast(2).lastIndex(of: UInt8(ascii: "\"")),
            bytes.hasMember(Self.cursor, before: quote + 1)
        else { throw WireError.bug }
        let cursor = String(decoding: bytes[(quote + 1)...].dropLast(2), as: UTF8.self)
        page.moveWriterIndex(to: quote + 1)
        page.writeString(try seal(cursor))
        page.writeString("\"}")
        return page
    }

    private static let noCursor = Array(#""nextCursor":null}"#.utf8)
    private static let cursor = Array(#""nextCursor":""#.utf8)

    /// Whether a reply is the `nil` of an optional type.
    func isNil(_ reply: ByteBuffer) -> Bool {
        let reply = RepeatedReply(encoded: reply)?.reply ?? reply
        return reply.readableBytes == 1 && reply.getInteger(at: reply.readerIndex) == Self.null
    }

    /// CBOR's null.
    private static let null: UInt8 = 0xF6

    /// Adds a member to the end of a JSON object.
    func splicing(_ name: String, _ value: ByteBuffer, into object: ByteBuffer) -> ByteBuffer {
        precondition(object.readableBytes >= 2, "not an object")
        var spliced = object
        spliced.moveWriterIndex(to: object.writerIndex - 1)
        let isEmpty = object.readableBytes == 2
        spliced.writeString(isEmpty ? "\"\(name)\":" : ",\"\(name)\":")
        spliced.writeImmutableBuffer(value)
        spliced.writeString("}")
        return spliced
    }

    /// Returns the version of a `Versioned` reply; the rest of the reply is skipped, not decoded.
    func version(of reply: ByteBuffer) throws -> Int64 {
        let reply = RepeatedReply(encoded: reply)?.reply ?? reply
        return try WireDecoder().decode(Version.self, from: reply).version
    }

    private struct Version: Decodable {
        let version: Int64
    }
}

extension ByteBufferView {
    /// Whether a member of an object, or the beginning of one, ends before an index.
    fileprivate func hasMember(_ member: [UInt8], before end: Index) -> Bool {
        let bytes = self[..<end]
        let before = bytes.dropLast(member.count).last
        return bytes.suffix(member.count).elementsEqual(member)
            && (before == UInt8(ascii: ",") || before == UInt8(ascii: "{"))
    }
}
