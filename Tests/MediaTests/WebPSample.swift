import TestBasics

@testable import Media

/// A WebP made of named chunks; its image data is a header and some bytes.
struct WebPSample {
    var width = 16
    var height = 24
    var isLossless = false
    /// Flags of the extended header; `nil` for no extended header.
    var flags: UInt8?
    /// The chunks between the extended header and the image.
    var before: [[UInt8]] = []
    /// The chunks after the image.
    var after: [[UInt8]] = []
    var trailer: [UInt8] = []

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        Array(type.utf8) + little(payload.count, 4) + payload + (payload.count % 2 == 1 ? [0] : [])
    }

    static func little(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func file(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    static func extended(_ flags: UInt8, _ width: Int, _ height: Int) -> [UInt8] {
        chunk("VP8X", [flags, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3))
    }

    static func lossy(_ width: Int, _ height: Int) -> [UInt8] {
        chunk(
            "VP8 ",
            [0x10, 0x00, 0x00, 0x9D, 0x01, 0x2A] + little(width, 2) + little(height, 2)
                + Array("pixels".utf8)
        )
    }

    static func lossless(_ width: Int, _ height: Int) -> [UInt8] {
        chunk("VP8L", [0x2F] + little(width - 1 | (height - 1) << 14, 4) + Array("pixel".utf8))
    }

    /// A frame of an animation in the upper left corner.
    static func frame(_ width: Int, _ height: Int, _ inner: [UInt8]) -> [UInt8] {
        chunk(
            "ANMF",
            [0, 0, 0, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3) + [100, 0, 0, 0]
                + inner
        )
    }

    /// A profile as it is stored.
    static let profile = chunk("ICCP", ICCProfile.adobeRGB.bytes)
    static let dropped = [
        chunk("XMP ", Array("<x:xmpmeta>GPSSECRET".utf8)), chunk("SECR", Array("GPSSECRET".utf8)),
    ]

    var image: [UInt8] {
        isLossless ? Self.lossless(width, height) : Self.lossy(width, height)
    }

    var bytes: [UInt8] {
        let head = flags.map { Self.extended($0, width, height) } ?? []
        return Self.file(head + before.reduce([], +) + image + after.flatMap(\.self)) + trailer
    }

    /// The picture with everything that must be removed; the header flags EXIF and XMP.
    static func secretive(orientation: UInt16? = 1) -> WebPSample {
        WebPSample(
            flags: 0x20 | 0x08 | 0x04,
            before: [profile],
            after: [chunk("EXIF", EXIFSample(isLittle: false, orientation: orientation).bytes)]
                + dropped,
            trailer: Array("GPSSECRET".utf8)
        )
    }
}
