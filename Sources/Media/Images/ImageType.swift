import Values

/// The kinds of picture that are kept (2.12-types).
enum ImageType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"

    /// What a person's program says that a picture is; `nil` when it is none of these.
    ///
    /// - Parameter declared: A media type (RFC 9110 §8.3.1); its parameters are ignored.
    init?(declared: String) {
        let essence = declared.utf8.prefix { $0 != UInt8(ascii: ";") }
        let plain = essence.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        let word = BoundedText(String(decoding: plain, as: UTF8.self), atMost: 64)
        guard let word else { return nil }
        self.init(rawValue: word.lowercased)
    }

    /// What a picture is by its first bytes; `nil` when it is none of these.
    init?(of source: ImageBytes) throws {
        var source = source
        self.init(start: try source.bytes(0, min(12, source.count)))
    }

    /// What a picture is by its first bytes; `nil` when it is none of these.
    ///
    /// - Parameter start: The first 12 bytes, or all there are.
    init?(start: [UInt8]) {
        if start.starts(with: JPEGReader.signature) {
            self = .jpeg
        } else if start.starts(with: PNGReader.signature) {
            self = .png
        } else if start.starts(with: Array("RIFF".utf8)),
            start.dropFirst(8).elementsEqual("WEBP".utf8)
        {
            self = .webp
        } else {
            return nil
        }
    }
}
