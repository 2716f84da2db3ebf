import FoundationEssentials
import Identifiers
import NIOCore
import Testing
import Values

@testable import Wire

/// What a value is on the wire, in hex.
func hex(_ value: some Encodable) throws -> String {
    try WireEncoder().encode(value).readableBytesView.map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
    }.joined()
}

/// The bytes of a hex text; blanks are skipped.
func bytes(_ hex: String) -> ByteBuffer {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return ByteBuffer(
        bytes: stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    )
}

/// Reads a value from hex.
func decode<T: Decodable>(_ type: T.Type = T.self, _ hex: String) throws -> T {
    try WireDecoder().decode(type, from: bytes(hex))
}

/// Everything that a field on the wire can be.
struct Everything: Codable, Hashable {
    enum Colour: String, Codable { case red, green }
    enum Verdict: String, OpenEnum { case approved, unknown }

    struct Point: Codable, Hashable {
        var x: Int
        var y: Int?
    }

    var id: UserID
    var uuid: UUID
    var flag: Bool
    var small: Int8
    var large: UInt64
    var negative: Int
    var ratio: Double
    var single: Float
    var text: String
    var moment: Instant
    var amount: Amount
    var picture: MediaReference
    var raw: ByteBuffer
    var octets: [UInt8]
    var colour: Colour
    var verdict: Verdict
    var point: Point
    var points: [Point]
    var names: [String]
    var gaps: [Int?]
    var scores: [String: Int]
    var absent: String?
    var absentPoint: Point?
    var present: Int?
    var last: String

    static func sample(seed: UInt64 = 1) throws -> Everything {
        Everything(
            id: UserID(),
            uuid: UUID(),
            flag: seed % 2 == 0,
            small: -128,
            large: .max,
            negative: .min,
            ratio: 0.1 * Double(seed),
            single: 1.5,
            text: "Grüße, \u{1F3C6}\u{0}\"",
            moment: Instant(microseconds: 1_772_357_400_123_456),
            amount: try #require(Amount(millionths: 1_500_000)),
            picture: MediaReference(MediaID(), variant: "thumb"),
            raw: ByteBuffer(bytes: [0, 255]),
            octets: [1, 2, 3],
            colour: .green,
            verdict: .approved,
            point: Point(x: 1),
            points: [Point(x: 2, y: 3), Point(x: -4)],
            names: ["", "a"],
            gaps: [1, nil, 3],
            scores: ["zoe": 1, "al": 2, "b": 3],
            absent: nil,
            absentPoint: nil,
            present: 7,
            last: "end"
        )
    }
}

@Suite struct CBORRoundTripTests {
    @Test func `every type comes back as it went`() throws {
        let value = try Everything.sample()
        let bytes = try WireEncoder().encode(value)
        #expect(try WireDecoder().decode(Everything.self, from: bytes) == value)
    }
}
