/// The supported picture types (2.12-types).
enum ImageType: String, CaseIterable, Sendable {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"

    /// The type according to a picture's first bytes; `nil` if it is not supported.
    init?(of source: ImageBytes) throws {
        var source = source
        self.init(start: try source.bytes(0, min(12, source.count)))
    }

    /// The type according to a picture's first bytes; `nil` if it is not supported.
    ///
    /// - Parameter start: The first 12 bytes, or all if there are fewer.
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
