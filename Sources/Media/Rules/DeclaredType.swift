import Values

/// The media type that an upload is announced as: a picture's, or that of any bytes. It only has to
/// be one that a picture may be announced as; what the picture is, its bytes say (2.12-types).
struct DeclaredType: Sendable {
    /// The type in lower case, without its parameters.
    let essence: String

    /// Old names that platforms still announce, and what clients announce that know no type.
    private static let others: Set = [
        "application/octet-stream", "image/apng", "image/jpg", "image/pjpeg", "image/x-png",
    ]

    /// Returns `nil` if no picture is announced as that.
    ///
    /// - Parameter text: A media type (RFC 9110 §8.3.1); its parameters are ignored.
    init?(_ text: String) {
        let essence = text.utf8.prefix { $0 != UInt8(ascii: ";") }
        let plain = essence.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let word = BoundedText(String(decoding: plain, as: UTF8.self), atMost: 64)
        guard let type = word?.lowercased,
            ImageType(rawValue: type) != nil || Self.others.contains(type)
        else { return nil }
        self.essence = type
    }
}
