import HTTPTypes
import Hummingbird
import MediaAPI
import NIOCore
import Values

/// What the headers of a picture's response say, whatever link it was asked for with.
struct PictureHead: Sendable {
    let contentType: String
    /// How many bytes the whole picture has.
    let bytes: Int64
    /// Of its bytes: strong.
    let tag: EntityTag
    /// When it was handed in; under its address it never changes.
    let lastModified: HTTPDate?
    private let tagText: String
    private let lastModifiedText: String?

    init(_ description: DescribeMedia.Reply) {
        contentType = description.contentType
        bytes = description.bytes
        tag = EntityTag(opaque: description.sha256)
        lastModified = description.createdAt.map { created in
            HTTPDate(seconds: created.microseconds / 1_000_000)
        }
        tagText = tag.description
        lastModifiedText = lastModified?.description
    }

    /// The headers of an answer with so many bytes of a type. The picture may be kept for as long
    /// as the link is good for.
    func headers(_ contentType: String, bytes: Int64, for url: VerifiedURL) -> HTTPFields {
        var headers = validators(for: url)
        headers[.contentType] = contentType
        headers[.contentLength] = String(bytes)
        headers[.acceptRanges] = "bytes"
        return headers
    }

    /// What a client needs to keep what it has (RFC 9110 §15.4.5).
    func validators(for url: VerifiedURL) -> HTTPFields {
        var headers: HTTPFields = [
            .eTag: tagText, .cacheControl: "private, max-age=\(url.secondsLeft)",
        ]
        headers[.lastModified] = lastModifiedText
        return headers
    }

    /// Where bytes stand in the whole: `bytes 0-499/1234`.
    func place(of range: Range<Int64>) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes)"
    }

    /// Stands between parts (RFC 9110 §14.6). No picture holds its own hash, so none holds this.
    var boundary: String {
        "part-\(tag.opaque.prefix(32))"
    }

    /// What stands before a part.
    func heading(of range: Range<Int64>, isFirst: Bool) -> ByteBuffer {
        ByteBuffer(
            string: "\(isFirst ? "" : "\r\n")--\(boundary)\r\nContent-Type: \(contentType)\r\n"
                + "Content-Range: \(place(of: range))\r\n\r\n"
        )
    }

    /// What stands behind the last part.
    var ending: ByteBuffer {
        ByteBuffer(string: "\r\n--\(boundary)--\r\n")
    }
}
