import TestBasics

@testable import Media

/// A valid grey JPEG, made of named segments.
struct JPEGSample {
    var width: UInt16 = 8
    var height: UInt16 = 8
    /// Whether the frame has three components; the scan has one nevertheless.
    var isColour = false
    var exif: EXIFSample?
    /// The segments before the tables, mostly metadata.
    var extras: [[UInt8]] = []
    var trailer: [UInt8] = []

    static let start: [UInt8] = [0xFF, 0xD8]
    static let end: [UInt8] = [0xFF, 0xD9]
    static let jfif = segment(0xE0, Array("JFIF".utf8) + [0, 1, 2, 1, 0, 72, 0, 72, 0, 0])
    /// A profile as it is stored.
    static let profile = part(1, of: 1, ICCProfile.adobeRGB.bytes)
    static let adobe = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    static let tables =
        segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
        + segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
        + segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    /// One block, followed by a stuffed byte, a restart and a fill byte.
    static let scan =
        segment(0xDA, [1, 1, 0x00, 0, 63, 0]) + [0x3F, 0xFF, 0x00, 0xFF, 0xD0, 0x3F]

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        let length = payload.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }

    /// A segment with a part of a colour profile.
    static func part(_ number: UInt8, of count: UInt8, _ bytes: some Sequence<UInt8>) -> [UInt8] {
        segment(0xE2, Array("ICC_PROFILE".utf8) + [0, number, count] + bytes)
    }

    /// The segment with the size of the picture.
    var frame: [UInt8] {
        frame(isColour ? [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0] : [1, 1, 0x11, 0])
    }

    /// The same with other components: their number, then the id, the sampling factors and the
    /// table of each.
    func frame(_ components: [UInt8], marker: UInt8 = 0xC0) -> [UInt8] {
        Self.segment(
            marker,
            [8, UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
                + components
        )
    }

    /// The end of every variant of the picture.
    var image: [UInt8] {
        Self.tables + frame + Self.scan + Self.end
    }

    var bytes: [UInt8] {
        let block = exif.map { Self.segment(0xE1, Array("Exif".utf8) + [0, 0] + $0.bytes) } ?? []
        return Self.start + Self.jfif + block + extras.reduce([], +) + image + trailer
    }

    /// The expected result if only metadata was added.
    func stripped(orientation: UInt8 = 1, profile: [UInt8] = []) -> [UInt8] {
        let block =
            orientation == 1
            ? [] : Self.segment(0xE1, Array("Exif".utf8) + [0, 0] + minimalEXIF(orientation))
        return Self.start + Self.jfif + block + profile + image
    }

    /// The picture with everything that must be removed.
    static func secretive(orientation: UInt16? = 1) -> JPEGSample {
        JPEGSample(
            exif: EXIFSample(orientation: orientation),
            extras: [
                segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>GPSSECRET".utf8)),
                segment(0xE2, Array("MPF\0GPSSECRET".utf8)),
                segment(0xED, Array("Photoshop 3.0\0GPSSECRET".utf8)),
                segment(0xE0, Array("JFXX\0GPSSECRET".utf8)),
                segment(0xEB, Array("GPSSECRET".utf8)),
                segment(0xFE, Array("GPSSECRET".utf8)),
            ],
            trailer: Array("GPSSECRET".utf8) + JPEGSample().bytes
        )
    }
}

/// The 26 bytes with an orientation and nothing else.
func minimalEXIF(_ orientation: UInt8) -> [UInt8] {
    [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
        + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
}
