import FoundationEssentials
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// The encoded value in hex.
func hex(_ value: some Encodable) throws -> String {
    try WireEncoder().encode(value).readableBytesView.map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
    }.joined()
}

/// The bytes of a hex text; spaces are skipped.
func bytes(_ hex: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    var high: UInt8?
    for character in hex.utf8 where character != UInt8(ascii: " ") {
        let digit = character < 0x40 ? character - 0x30 : (character | 0x20) - 0x57
        if let first = high {
            buffer.writeInteger(first << 4 | digit)
            high = nil
        } else {
            high = digit
        }
    }
    return buffer
}

/// Decodes a value from hex.
func decode<T: Decodable>(_ type: T.Type = T.self, _ hex: String) throws -> T {
    try WireDecoder().decode(type, from: bytes(hex))
}

/// Every type of field on the wire.
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

private func roundTrip<T: Codable & Equatable>(_ value: T) throws {
    let bytes = try WireEncoder().encode(value)
    #expect(try WireDecoder().decode(T.self, from: bytes) == value)
    let inMap = try WireEncoder().encode(["field": value])
    #expect(try WireDecoder().decode([String: T].self, from: inMap) == ["field": value])
    let inArray = try WireEncoder().encode([value, value])
    #expect(try WireDecoder().decode([T].self, from: inArray) == [value, value])
}

@Suite struct CBORRoundTripTests {
    @Test func `a message with every kind of field round-trips`() throws {
        for seed in 1...50 as ClosedRange<UInt64> {
            let value = try Everything.sample(seed: seed)
            let bytes = try WireEncoder().encode(value)
            #expect(try WireDecoder().decode(Everything.self, from: bytes) == value)
        }
    }

    @Test func `every scalar round-trips at its edges`() throws {
        for flag in [true, false] { try roundTrip(flag) }
        for number in [Int8.min, -1, 0, .max] { try roundTrip(number) }
        for number in [Int16.min, -1, 0, .max] { try roundTrip(number) }
        for number in [Int32.min, -1, 0, .max] { try roundTrip(number) }
        for number in [Int64.min, -1, 0, .max] { try roundTrip(number) }
        for number in [Int.min, -257, -256, -25, -24, 0, 23, 24, 255, 256, 65_535, 65_536, .max] {
            try roundTrip(number)
        }
        for number in [UInt8.min, .max] { try roundTrip(number) }
        for number in [UInt16.min, .max] { try roundTrip(number) }
        for number in [UInt32.min, .max] { try roundTrip(number) }
        for number in [UInt64.min, .max] { try roundTrip(number) }
        for number in [UInt.min, .max] { try roundTrip(number) }
        for number in [Float.leastNonzeroMagnitude, -.greatestFiniteMagnitude, .infinity, 0.1] {
            try roundTrip(number)
        }
        for number in [Double.leastNonzeroMagnitude, -.greatestFiniteMagnitude, .infinity, 0.1] {
            try roundTrip(number)
        }
        for text in ["", "a", "äöü", "\u{1F3C6}", "\u{0}", String(repeating: "x", count: 70_000)] {
            try roundTrip(text)
        }
    }

    @Test func `the cluster's value types round-trip`() throws {
        try roundTrip(UUID())
        try roundTrip(UserID())
        for moment in [-62_135_596_800_000_000, -1, 0, 1, 253_402_300_799_999_999] as [Int64] {
            try roundTrip(Instant(microseconds: moment))
        }
        for millionths in [
            0, 1, -1, 10, 1_000_000, 1_500_000, 1_200_000_000, Amount.millionthsMax,
            -Amount.millionthsMax,
        ] {
            try roundTrip(#require(Amount(millionths: millionths)))
        }
        for days in [-719_162, -1, 0, 1, 2_932_896] as [Int64] {
            try roundTrip(CivilDate(daysSince1970: days))
        }
        try roundTrip(MediaReference(MediaID(), variant: ""))
        try roundTrip(ByteBuffer(bytes: 0...255))
        try roundTrip([] as [UInt8])
        try roundTrip(Page(items: [1, 2], nextCursor: nil))
        try roundTrip(Page(items: ["a"], nextCursor: "b"))
        try roundTrip(
            Fault(
                code: "a.b",
                kind: .conflict,
                detail: "c",
                fields: [.init(pointer: "/x", code: "d", detail: "e")],
                retryAfterSeconds: 3,
                current: ByteBuffer(bytes: [1])
            )
        )
    }

    @Test func `random integers round-trip in their shortest form`() throws {
        var dice = Dice(seed: 7)
        for _ in 0..<2_000 {
            let number = Int64(bitPattern: dice.next()) >> Int64.random(in: 0...63, using: &dice)
            let bytes = try WireEncoder().encode(number)
            #expect(try WireDecoder().decode(Int64.self, from: bytes) == number)
            let argument = number < 0 ? ~UInt64(bitPattern: number) : UInt64(number)
            let length =
                argument < 24
                ? 1 : argument < 1 << 8 ? 2 : argument < 1 << 16 ? 3 : argument < 1 << 32 ? 5 : 9
            #expect(bytes.readableBytes == length)
        }
    }

    @Test func `random numbers of every width round-trip exactly`() throws {
        var dice = Dice(seed: 8)
        var wrong: [UInt16] = []
        for bits in UInt16.min...(.max) {
            let half = HalfFloat.number(bits: bits)
            guard !half.isNaN else { continue }
            let bytes = try WireEncoder().encode(half)
            let back = try WireDecoder().decode(Double.self, from: bytes)
            if bytes.readableBytes != 3 || back.bitPattern != half.bitPattern { wrong.append(bits) }
        }
        #expect(wrong == [])
        for _ in 0..<2_000 {
            let single = Float(bitPattern: UInt32(truncatingIfNeeded: dice.next()))
            let double = Double(bitPattern: dice.next())
            guard !single.isNaN, !double.isNaN else { continue }
            let single2 = try WireDecoder().decode(
                Float.self,
                from: WireEncoder().encode(single)
            )
            let double2 = try WireDecoder().decode(
                Double.self,
                from: WireEncoder().encode(double)
            )
            #expect(single2.bitPattern == single.bitPattern)
            #expect(double2.bitPattern == double.bitPattern)
            #expect(try WireEncoder().encode(Double(single)).readableBytes <= 5)
        }
    }

    @Test func `a buffer is appended to, and only its readable bytes are read`() throws {
        var buffer = ByteBuffer(string: "head")
        try WireEncoder().encode(["a": 1], into: &buffer)
        #expect(buffer.readString(length: 4) == "head")
        #expect(try WireDecoder().decode([String: Int].self, from: buffer) == ["a": 1])
        var refused = ByteBuffer(string: "head")
        #expect(throws: WireEncodingError.self) {
            try WireEncoder().encode(Instant(microseconds: .max), into: &refused)
        }
        #expect(refused == ByteBuffer(string: "head"))
    }

    @Test func `a decoder inside a decoder reads its own bytes`() throws {
        struct Envelope: Codable, Equatable {
            var inner: [String: Int]
            var after: Int

            init(inner: [String: Int], after: Int) {
                self.inner = inner
                self.after = after
            }

            enum CodingKeys: CodingKey { case inner, after }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                inner = try WireDecoder().decode(
                    [String: Int].self,
                    from: container.decode(ByteBuffer.self, forKey: .inner)
                )
                after = try container.decode(Int.self, forKey: .after)
            }

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(WireEncoder().encode(inner), forKey: .inner)
                try container.encode(after, forKey: .after)
            }
        }
        try roundTrip(Envelope(inner: ["x": 1], after: 2))
    }

    @Test func `many coders work concurrently`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for seed in 0..<32 as Range<UInt64> {
                group.addTask {
                    for _ in 0..<20 {
                        let value = try Everything.sample(seed: seed)
                        let bytes = try WireEncoder().encode(value)
                        #expect(try WireDecoder().decode(Everything.self, from: bytes) == value)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
