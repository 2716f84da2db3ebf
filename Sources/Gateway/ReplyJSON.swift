import FoundationEssentials
import NIOCore
import Wire

/// Writes replies as JSON without knowing their types.
struct ReplyJSON: Sendable {
    private let transcoder: JSONTranscoder

    init(signedURLs: SignedURLs) {
        transcoder = JSONTranscoder { reference, text in
            text.writeString(signedURLs.url(of: reference))
        }
    }

    /// Returns one CBOR item as JSON.
    func text(_ cbor: ByteBuffer) throws -> ByteBuffer {
        var text = ByteBuffer()
        try transcoder.transcode(cbor, into: &text)
        return text
    }

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

    /// Returns the entity tag of a `Versioned` reply; the rest of the reply is skipped, not
    /// decoded.
    func entityTag(of reply: ByteBuffer) throws -> String {
        "\"\(try WireDecoder().decode(Version.self, from: reply).version)\""
    }

    private struct Version: Decodable {
        let version: Int64
    }
}
