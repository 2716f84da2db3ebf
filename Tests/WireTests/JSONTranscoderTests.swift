import Foundation
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// CBOR as JSON.
@Suite struct JSONTranscoderTests {
    private let transcoder = JSONTranscoder { reference, url in
        url.writeString("https://x/\(reference.media)/\(reference.variant)?e=1&s=\"\\")
    }

    private func json(_ hex: String) throws -> String {
        var json = ByteBuffer()
        try transcoder.transcode(bytes(hex), into: &json)
        return String(buffer: json)
    }

    private func json(of value: some Encodable) throws -> String {
        var json = ByteBuffer()
        try transcoder.transcode(WireEncoder().encode(value), into: &json)
        return String(buffer: json)
    }

    @Test(arguments: [
        ("00", "0"), ("09", "9"), ("0a", "10"), ("1818", "24"),
        ("1bffffffffffffffff", "18446744073709551615"), ("20", "-1"), ("3863", "-100"),
        ("3b7fffffffffffffff", "-9223372036854775808"),
        ("3bfffffffffffffffe", "-18446744073709551615"),
        ("3bffffffffffffffff", "-18446744073709551616"),
        ("f90000", "0"), ("f98000", "-0"), ("f93c00", "1"), ("fb3ff199999999999a", "1.1"),
        ("fa47c35000", "100000"), ("fb7e37e43c8800759c", "1e+300"),
        ("f90001", "5.960464477539063e-08"),
        ("f97c00", "null"), ("f9fc00", "null"), ("f97e00", "null"), ("fa7f800000", "null"),
        ("fbfff0000000000000", "null"), ("f4", "false"), ("f5", "true"), ("f6", "null"),
        ("f7", "null"), ("f0", "null"), ("f8ff", "null"),
        ("40", "\"\""), ("4101", "\"AQ==\""), ("420102", "\"AQI=\""), ("43010203", "\"AQID\""),
        ("44fffefdfc", "\"//79/A==\""), ("60", "\"\""), ("6161", "\"a\""), ("62225c", #""\"\\""#),
        ("62c3bc", "\"\u{fc}\""), ("80", "[]"), ("83010203", "[1,2,3]"), ("a0", "{}"),
        ("a26161016162820203", #"{"a":1,"b":[2,3]}"#), ("a1622209f6", #"{"\"\t":null}"#),
        ("c11a514b67b0", "1363896240"),
        ("d82076687474703a2f2f7777772e6578616d706c652e636f6d", "\"http://www.example.com\""),
        ("c6c6820102", "[1,2]"),
        ("d9c7011a000f4240", "\"1970-01-01T00:00:01Z\""),
        ("d9c7011a0016e360", "\"1970-01-01T00:00:01.500Z\""),
        ("c48221196ab3", "273.15"), ("c482202e", "-1.5"), ("c4820000", "0"),
        ("c4820a01", "10000000000"),
        ("d8255000112233445566778899aabbccddeeff", "\"00112233-4455-6677-8899-aabbccddeeff\""),
        (
            "d9c702825000112233445566778899aabbccddeeff657468756d62",
            #""https://x/00112233-4455-6677-8899-aabbccddeeff/thumb?e=1&s=\"\\""#
        ),
    ])
    func `each kind of item has its JSON`(cbor: String, expected: String) throws {
        #expect(try json(cbor) == expected)
        #expect(try json("82" + cbor + cbor) == "[\(expected),\(expected)]")
        #expect(try json("a1616b" + cbor) == "{\"k\":\(expected)}")
    }

    @Test func `every character is written so that JSON reads it back`() throws {
        for code in 0..<0x300 as Range<UInt32> {
            let scalar = try #require(Unicode.Scalar(code))
            for text in [
                "\(scalar)", "0123456789\(scalar)abcdefghij", "\(scalar)\(scalar)12345678",
            ] {
                let json = try json(of: [text])
                let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String]
                #expect(read?.first?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
                #expect(!json.utf8.contains { $0 < 0x20 })
            }
        }
        #expect(
            try json(of: "\u{0}\u{1}\u{1f} \u{7f}\u{8}\u{9}\u{a}\u{c}\u{d}/")
                == "\"\\u0000\\u0001\\u001f \u{7f}\\b\\t\\n\\f\\r/\""
        )
    }

    @Test func `random texts are written so that JSON reads them back`() throws {
        var dice = Dice(seed: 3)
        let letters = Array("ab\"\\\n\t\u{1}äß€😀 ")
        for _ in 0..<500 {
            let length = Int.random(in: 0...40, using: &dice)
            let text = String(
                (0..<length).map { _ in letters[Int.random(in: 0..<letters.count, using: &dice)] }
            )
            let json = try json(of: [text: text])
            let read = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
            #expect(read == [text: text])
        }
    }

    @Test func `random numbers read back the same`() throws {
        var dice = Dice(seed: 4)
        for _ in 0..<1_000 {
            let number = Double(bitPattern: dice.next())
            guard number.isFinite else { continue }
            let json = try json(of: number)
            #expect(Double(json) == number)
            #expect(
                try JSONCallDecoder().decode(Double.self, from: ByteBuffer(string: json)) == number
            )
        }
        for bytes in 0...40 {
            let data = (0..<bytes).map { _ in UInt8.random(in: 0...255, using: &dice) }
            #expect(try json(of: data) == "\"\(Data(data).base64EncodedString())\"")
        }
    }

    @Test func `a whole message equals its decoded value as JSON`() throws {
        let value = try Everything.sample()
        let text = try json(of: value)
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        )
        #expect(object["id"] as? String == value.id.description)
        #expect(object["uuid"] as? String == value.uuid.uuidString.lowercased())
        #expect(object["flag"] as? Bool == value.flag)
        #expect(object["small"] as? Int == Int(value.small))
        #expect(object["large"] as? UInt64 == value.large)
        #expect(object["negative"] as? Int == value.negative)
        #expect(object["ratio"] as? Double == value.ratio)
        #expect(object["text"] as? String == value.text)
        #expect(object["moment"] as? String == "2026-03-01T09:30:00.123456Z")
        #expect(object["amount"] as? Double == 1.5)
        #expect(object["raw"] as? String == "AP8=")
        #expect(object["octets"] as? String == "AQID")
        #expect(object["colour"] as? String == "green")
        #expect(object["verdict"] as? String == "approved")
        #expect(object["point"] as? [String: Int] == ["x": 1])
        #expect(object["points"] as? [[String: Int]] == [["x": 2, "y": 3], ["x": -4]])
        #expect(object["names"] as? [String] == ["", "a"])
        #expect((object["gaps"] as? [Any])?.count == 3)
        #expect(object["scores"] as? [String: Int] == value.scores)
        #expect(object["absent"] == nil)
        #expect(object["last"] as? String == "end")
        #expect((object["picture"] as? String)?.hasPrefix("https://x/") == true)
        // Declared order is kept.
        let keys = ["\"id\"", "\"uuid\"", "\"flag\"", "\"last\""].compactMap {
            text.range(of: $0)?.lowerBound
        }
        #expect(keys.count == 4 && keys == keys.sorted())
    }

    @Test func `what the transcoder writes, the call decoder reads`() throws {
        struct Sample: Codable, Equatable {
            var id = UserID()
            var moment = Instant(microseconds: 1_772_357_400_123_456)
            var amount: Amount?
            var raw = ByteBuffer(bytes: [1, 2, 3])
            var names = ["a": [1, 2], "b": []]
            var ratio = 0.1
            var text = "\u{0}\"\\/\u{1F3C6}"
        }
        var sample = Sample()
        sample.amount = Amount(millionths: -1)
        let text = try json(of: sample)
        #expect(try JSONCallDecoder().decode(Sample.self, from: ByteBuffer(string: text)) == sample)
    }

    @Test func `the last page says so`() throws {
        #expect(try json(of: Page(items: [1])) == #"{"items":[1],"nextCursor":null}"#)
        #expect(
            try json(of: Page(items: [1], nextCursor: "c")) == #"{"items":[1],"nextCursor":"c"}"#
        )
    }

    @Test func `a refused item writes nothing`() throws {
        for cbor in [
            "", "8201", "0000", "a2606060", "a26060606000", "9fff", "61ff", "a10000", "d82500",
            "d9c70160", "d9c7013b7fffffffffffffff", "d9c7011b7fffffffffffffff", "c48200",
            "c4821818ff",
            "d9c70200", "820000c4", "8200c460", String(repeating: "81", count: 33) + "00",
        ] {
            var json = ByteBuffer(string: "before")
            #expect(throws: WireDecodingError.self) {
                try transcoder.transcode(bytes(cbor), into: &json)
            }
            #expect(json == ByteBuffer(string: "before"))
        }
    }

    @Test func `output is appended`() throws {
        var json = ByteBuffer(string: "[")
        try transcoder.transcode(bytes("01"), into: &json)
        #expect(json == ByteBuffer(string: "[1"))
    }
}
