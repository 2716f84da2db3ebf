import TestBasics

@testable import Media

/// A valid white PNG, made of named chunks.
struct PNGSample {
    var width: UInt32 = 1
    var height: UInt32 = 1
    /// The chunks between the header and the data.
    var before: [[UInt8]] = []
    /// The chunks between the data and the end.
    var after: [[UInt8]] = []
    var trailer: [UInt8] = []

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    static let end = chunk("IEND", [])
    /// A zlib stream, stored, of the bytes 0 and 255: one row of one grey pixel.
    static let data = chunk(
        "IDAT",
        [0x78, 0x01, 0x01, 2, 0, 0xFD, 0xFF, 0, 255, 0x01, 0x01, 0x01, 0x00]
    )
    static let kept = [
        chunk("gAMA", [0, 0, 0xB1, 0x8F]), chunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1]),
        profile("ICC", ICCProfile.adobeRGB.bytes),
    ]
    static let dropped = [
        chunk("tEXt", Array("Comment\0GPSSECRET".utf8)),
        chunk("zTXt", Array("Raw\0\0GPSSECRET".utf8)),
        chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0GPSSECRET".utf8)),
        chunk("tIME", [7, 234, 5, 1, 12, 30, 0]),
        chunk("seCr", Array("GPSSECRET".utf8)),
    ]

    static func chunk(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        PNGChunk(type, payload).bytes
    }

    /// A chunk with a colour profile and its name.
    static func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
        chunk("iCCP", Array(name.utf8) + [0, 0] + (Zlib.deflated(bytes) ?? []))
    }

    /// The chunk with the size of the picture.
    var header: [UInt8] {
        Self.chunk(
            "IHDR",
            PNGChunk.number(width) + PNGChunk.number(height) + [8, 0, 0, 0, 0]
        )
    }

    var bytes: [UInt8] {
        Self.signature + header + before.flatMap(\.self) + Self.data + after.flatMap(\.self)
            + Self.end + trailer
    }

    /// The picture with everything that must be removed.
    static func secretive(orientation: UInt16? = 1) -> PNGSample {
        PNGSample(
            before: kept + dropped,
            after: dropped + [chunk("eXIf", EXIFSample(orientation: orientation).bytes)],
            trailer: Array("GPSSECRET".utf8)
        )
    }
}
