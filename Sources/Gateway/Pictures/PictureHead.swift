import HTTPTypes
import Hummingbird
import MediaAPI

/// The head of the response that carries a picture.
struct PictureHead {
    /// How many bytes follow.
    let bytes: Int64
    let headers: HTTPFields

    /// The picture may be kept for as long as the link is good for.
    init(_ description: DescribeMedia.Reply, secondsLeft: Int64) {
        bytes = description.bytes
        headers = [
            .contentType: description.contentType,
            .contentLength: String(description.bytes),
            .eTag: "\"\(description.sha256)\"",
            .cacheControl: "private, max-age=\(secondsLeft)",
        ]
    }
}
