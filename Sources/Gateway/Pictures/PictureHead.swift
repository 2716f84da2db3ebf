import HTTPTypes
import Hummingbird
import MediaAPI
import NIOCore
import Values

/// The contents of the headers of a picture's response, under any of its signed URLs.
struct PictureHead: Sendable {
    let contentType: String
    /// The length of the whole picture.
    let bytes: Int64
    /// The strong tag of its bytes.
    let tag: EntityTag
    /// When it was uploaded; a picture never changes under its address.
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

    /// Returns the headers of a response with `bytes` bytes of a type. Clients may cache the
    /// picture for as long as its URL is valid.
    func headers(_ contentType: String, bytes: Int64, for url: VerifiedURL) -> HTTPFields {
        var headers = validators(for: url)
        headers[.contentType] = contentType
        headers[.contentLength] = String(bytes)
        headers[.acceptRanges] = "bytes"
        return headers
    }

    /// Returns the headers that a client needs to keep its copy (RFC 9110 §15.4.5).
    func validators(for url: VerifiedURL) -> HTTPFields {
        var headers: HTTPFields = [
            .eTag: tagText, .cacheControl: "private, max-age=\(url.secondsLeft)",
        ]
        headers[.lastModified] = lastModifiedText
        return headers
    }

    /// Returns a range for `Content-Range`: `bytes 0-499/1234`.
    func place(of range: Range<Int64>) -> String {
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes)"
    }

    /// The separator of parts (RFC 9110 §14.6). No picture contains its own hash, so none contains
    /// this.
    var boundary: String {
        "part-\(tag.opaque.prefix(32))"
    }

    /// Returns the bytes before a part.
    func heading(of range: Range<Int64>, isFirst: Bool) -> ByteBuffer {
        ByteBuffer(
            string: "\(isFirst ? "" : "\r\n")--\(boundary)\r\nContent-Type: \(contentType)\r\n"
                + "Content-Range: \(place(of: range))\r\n\r\n"
        )
    }

    /// The bytes after the last part.
    var ending: ByteBuffer {
        ByteBuffer(string: "\r\n--\(boundary)--\r\n")
    }
}
