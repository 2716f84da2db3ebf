import Values

/// The media type that a client declares for an upload. It must be one that clients declare for
/// pictures, or for unknown bytes. The actual type is read from the bytes (2.12-types).
struct DeclaredType: Sendable {
    /// The type in lower case, without its parameters.
    let essence: String

    /// Old names that platforms still use, and the type that clients declare if they know none.
    private static let others: Set = [
        "application/octet-stream", "image/apng", "image/jpg", "image/pjpeg", "image/x-png",
    ]

    /// Returns `nil` if clients do not declare this type for pictures.
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
