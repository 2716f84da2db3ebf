import FoundationEssentials
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// The fast path from CBOR to JSON writes the same as the slow one, and accepts nothing more.
@Suite struct JSONTranscriptionTests {
    private let transcoder = JSONTranscoder { reference, url in
        url.writeString("https://x/\(reference.media)/\(reference.variant)?e=1&s=\"\\")
    }

    private func json(_ cbor: ByteBuffer) throws -> String {
        var json = ByteBuffer()
        try transcoder.transcode(cbor, into: &json)
        return String(buffer: json)
    }

    /// The same value beside a floating-point number, which only the slow path handles.
    private func slowly(_ cbor: ByteBuffer) throws -> String {
        var list = ByteBuffer(bytes: [0x82])
        list.writeImmutableBuffer(cbor)
        list.writeBytes([0xF9, 0x3E, 0x00])
        let json = try json(list)
        #expect(json.hasPrefix("[") && json.hasSuffix(",1.5]"))
        return String(json.dropFirst().dropLast(5))
    }

    @Test func `both paths write the same`() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var dice = Dice(seed: seed)
            let page = Page(items: [Specimen.random(&dice), .random(&dice)], nextCursor: nil)
            let cbor = try WireEncoder().encode(page)
            #expect(try json(cbor) == slowly(cbor))
        }
    }

    @Test func `only valid input is written`() throws {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        var written = 0
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var dice = Dice(seed: seed)
            let cbor = try WireEncoder().encode(Specimen.random(&dice)).damaged(&dice)
            guard let json = try? json(cbor) else { continue }
            _ = try WireDecoder().decode(Anything.self, from: cbor)
            #expect(try json == slowly(cbor))
            written += 1
        }
        #expect(written > 100)
    }

    @Test func `instants, ids and numbers match their descriptions`() throws {
        var dice = Dice(seed: 5)
        for _ in 0..<2_000 {
            let microseconds = Int64.random(in: Input.instants, using: &dice)
            let scale = ([1, 1_000, 1_000_000] as [Int64]).randomElement(using: &dice) ?? 1
            let moment = Instant(microseconds: microseconds / scale * scale)
            #expect(try json(WireEncoder().encode(moment)) == "\"\(moment)\"")
            let id = UserID()
            #expect(try json(WireEncoder().encode(id)) == "\"\(id)\"")
            let number = dice.next() >> UInt64.random(in: 0...63, using: &dice)
            #expect(try json(WireEncoder().encode(number)) == "\(number)")
            let signed = Int64(bitPattern: number)
            #expect(try json(WireEncoder().encode(signed)) == "\(signed)")
        }
        for number in [9, 10, 99, 100, UInt64(9_999_999_999_999_999_999), .max] as [UInt64] {
            #expect(try json(WireEncoder().encode(number)) == "\(number)")
        }
        for microseconds in [Input.instants.lowerBound, Input.instants.upperBound, -1, 999, 0] {
            let moment = Instant(microseconds: microseconds)
            #expect(try json(WireEncoder().encode(moment)) == "\"\(moment)\"")
        }
    }

    @Test func `texts of every length are written, wherever the input ends`() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789".utf8)
        for length in 0...32 {
            let text = String(decoding: letters.prefix(length), as: UTF8.self)
            #expect(try json(WireEncoder().encode(text)) == "\"\(text)\"")
            #expect(try json(WireEncoder().encode([text, text])) == "[\"\(text)\",\"\(text)\"]")
            for index in 0..<length {
                for odd in [0x00, 0x1F, 0x22, 0x5C, 0x80, 0xC3] as [UInt8] {
                    var bytes = Array(letters.prefix(length))
                    bytes[index] = odd
                    var cbor = try WireEncoder().encode(text)
                    cbor.moveWriterIndex(to: cbor.writerIndex - length)
                    cbor.writeBytes(bytes)
                    if odd < 0x80 {
                        #expect(try json(cbor) == slowly(cbor))
                    } else {
                        #expect(throws: WireDecodingError.self) { try json(cbor) }
                    }
                }
            }
        }
    }

    @Test func `duplicate keys are refused in any map`() throws {
        let twice = "a2" + "6161" + "01" + "6161" + "02"
        for hex in [twice, "81" + twice, "a16161" + twice, "a26162" + twice + "6161" + "00"] {
            #expect(throws: WireDecodingError.self) { try json(bytes(hex)) }
        }
        // The same key in two maps, one inside the other, is not a duplicate.
        let inside = "a2" + "6161" + "a1616101" + "6162" + "a1616102"
        #expect(try json(bytes(inside)) == #"{"a":{"a":1},"b":{"a":2}}"#)
        let many = (10..<60).map { "63" + "6b3" + String($0 / 10) + "3" + String($0 % 10) + "00" }
        let whole = "b832" + many.joined()
        #expect(try json(bytes(whole)).hasPrefix(#"{"k10":0,"k11":0,"#))
        #expect(throws: WireDecodingError.self) {
            try json(bytes("b833" + many.joined() + (many.first ?? "")))
        }
    }

    @Test func `keys of every length are told apart, and duplicates found`() throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz".utf8)
        for length in 0...26 {
            let key = letters.prefix(length)
            for change in 0...length {
                var other = Array(key)
                if change < length { other[change] = UInt8(ascii: "A") }
                // Followed by a text, or by the end of the input.
                for end in [[0x02], [0x6A] + letters.prefix(10)] as [[UInt8]] {
                    var cbor = ByteBuffer(bytes: [0xA2])
                    for (key, value) in [(Array(key), [0x01]), (other, end)] {
                        if key.count > 23 { cbor.writeInteger(0x78 as UInt8) }
                        cbor.writeInteger(UInt8(key.count) + (key.count > 23 ? 0 : 0x60))
                        cbor.writeBytes(key + value)
                    }
                    if change == length {
                        #expect(throws: WireDecodingError.self) { try json(cbor) }
                    } else {
                        #expect(try json(cbor) == slowly(cbor))
                    }
                }
            }
        }
    }

    @Test func `what is empty stays empty`() throws {
        #expect(
            try json(bytes("a2" + "6161" + "80" + "6162" + "82a080")) == #"{"a":[],"b":[{},[]]}"#
        )
        #expect(try json(bytes("82" + "8180" + "a160a0")) == #"[[[]],{"":{}}]"#)
    }

    @Test func `nesting ends at the limit`() throws {
        for levels in 30...33 {
            let hex = String(repeating: "81", count: levels)
            let outcome = Result { try json(bytes(hex + "00")) }
            #expect((try? outcome.get()) != nil ? levels <= 32 : levels > 32)
        }
    }
}
