import FoundationEssentials
import Identifiers
import NIOCore
import Testing
import Values

@testable import Wire

/// The examples of RFC 8949, appendix A, that are within the wire's rules, and our own tags.
@Suite struct CBORVectorTests {
    @Test(
        arguments: [
            (0, "00"), (1, "01"), (10, "0a"), (23, "17"), (24, "1818"), (25, "1819"), (100, "1864"),
            (1_000, "1903e8"), (1_000_000, "1a000f4240"), (1_000_000_000_000, "1b000000e8d4a51000"),
            (-1, "20"), (-10, "29"), (-100, "3863"), (-1_000, "3903e7"),
            (.max, "1b7fffffffffffffff"), (.min, "3b7fffffffffffffff"),
        ] as [(Int, String)]
    )
    func `integers`(number: Int, text: String) throws {
        #expect(try hex(number) == text)
        #expect(try decode(Int.self, text) == number)
        #expect(try hex([number]) == "81" + text)
    }

    @Test func `unsigned 64-bit integers`() throws {
        #expect(try hex(UInt64.max) == "1bffffffffffffffff")
        #expect(try decode(UInt64.self, "1bffffffffffffffff") == .max)
        // -18446744073709551616 fits no integer type here.
        #expect(throws: WireDecodingError.self) { try decode(Int64.self, "3bffffffffffffffff") }
        #expect(throws: WireDecodingError.self) { try decode(Int64.self, "1b8000000000000000") }
        #expect(throws: WireDecodingError.self) { try decode(Int64.self, "3b8000000000000000") }
        #expect(throws: WireDecodingError.self) { try decode(UInt.self, "20") }
        #expect(throws: WireDecodingError.self) { try decode(Int8.self, "1880") }
        #expect(try decode(Int8.self, "187f") == 127)
        #expect(throws: WireDecodingError.self) { try decode(UInt8.self, "190100") }
    }

    @Test(
        arguments: [
            (0.0, "f90000"), (-0.0, "f98000"), (1.0, "f93c00"), (1.1, "fb3ff199999999999a"),
            (1.5, "f93e00"), (65_504.0, "f97bff"), (100_000.0, "fa47c35000"),
            (3.4028234663852886e+38, "fa7f7fffff"), (1.0e+300, "fb7e37e43c8800759c"),
            (5.960464477539063e-8, "f90001"), (0.00006103515625, "f90400"), (-4.0, "f9c400"),
            (-4.1, "fbc010666666666666"), (.infinity, "f97c00"), (-.infinity, "f9fc00"),
        ] as [(Double, String)]
    )
    func `floating-point numbers`(number: Double, text: String) throws {
        #expect(try hex(number) == text)
        #expect(try decode(Double.self, text).bitPattern == number.bitPattern)
    }

    @Test func `NaN is written in one form and read in many`() throws {
        #expect(try hex(Double.nan) == "f97e00")
        #expect(try hex(-Double.nan) == "f97e00")
        for text in ["f97e00", "fa7fc00000", "fb7ff8000000000000"] {
            #expect(try decode(Double.self, text).isNaN)
            #expect(try decode(Float.self, text).isNaN)
        }
        #expect(try decode(Double.self, "fa7f800000") == .infinity)
        #expect(try decode(Double.self, "fbfff0000000000000") == -.infinity)
    }

    @Test func `a floating-point field accepts integers that stay exact`() throws {
        #expect(try decode(Double.self, "01") == 1)
        #expect(try decode(Double.self, "29") == -10)
        #expect(try decode(Double.self, "1b0020000000000000") == 0x1p53)
        #expect(throws: WireDecodingError.self) { try decode(Double.self, "1b0020000000000001") }
        #expect(throws: WireDecodingError.self) { try decode(Int.self, "f93c00") }
        #expect(throws: WireDecodingError.self) { try decode(Float.self, "fb3ff199999999999a") }
    }

    @Test func `simple values`() throws {
        #expect(try hex(false) == "f4")
        #expect(try hex(true) == "f5")
        #expect(try hex(Int?.none) == "f6")
        #expect(try decode(Bool.self, "f4") == false)
        #expect(try decode(Bool.self, "f5"))
        #expect(try decode(Int?.self, "f6") == nil)
        #expect(try decode(Int?.self, "f7") == nil)
        #expect(throws: WireDecodingError.self) { try decode(Bool.self, "f0") }
        #expect(throws: WireDecodingError.self) { try decode(Bool.self, "f8ff") }
        #expect(throws: WireDecodingError.self) { try decode(Bool.self, "00") }
    }

    @Test(arguments: [
        ("", "60"), ("a", "6161"), ("IETF", "6449455446"), ("\"\\", "62225c"),
        ("\u{fc}", "62c3bc"), ("\u{6c34}", "63e6b0b4"), ("\u{10151}", "64f0908591"),
    ])
    func `texts`(value: String, text: String) throws {
        #expect(try hex(value) == text)
        #expect(try decode(String.self, text) == value)
    }

    @Test func `byte strings`() throws {
        #expect(try hex([] as [UInt8]) == "40")
        #expect(try hex([1, 2, 3, 4] as [UInt8]) == "4401020304")
        #expect(try hex(bytes("01020304")) == "4401020304")
        #expect(try decode([UInt8].self, "4401020304") == [1, 2, 3, 4])
        #expect(try decode(ByteBuffer.self, "40").readableBytes == 0)
        #expect(throws: WireDecodingError.self) { try decode([UInt8].self, "8101") }
        #expect(throws: WireDecodingError.self) { try decode(String.self, "4161") }
    }

    @Test func `arrays and maps`() throws {
        #expect(try hex([] as [Int]) == "80")
        #expect(try hex([1, 2, 3]) == "83010203")
        #expect(try decode([Int].self, "83010203") == [1, 2, 3])
        let long = Array(1...25)
        let longText = "98190102030405060708090a0b0c0d0e0f101112131415161718181819"
        #expect(try hex(long) == longText)
        #expect(try decode([Int].self, longText) == long)
        #expect(try hex([:] as [String: Int]) == "a0")
        #expect(try decode([String: Int].self, "a0") == [:])
        let letters = ["a": "A", "b": "B", "c": "C", "d": "D", "e": "E"]
        let lettersText = "a56161614161626142616361436164614461656145"
        #expect(try hex(letters) == lettersText)
        #expect(try decode([String: String].self, lettersText) == letters)
        struct Mixed: Codable, Equatable {
            var a = 1
            var b = [2, 3]
        }
        #expect(try hex(Mixed()) == "a26161016162820203")
        #expect(try decode(Mixed.self, "a26161016162820203") == Mixed())
    }

    @Test func `a map's keys are in the order of declaration, a dictionary's sorted`() throws {
        struct Declared: Encodable {
            var zoe = 1
            var al = 2
        }
        #expect(try hex(Declared()) == "a2637a6f6501" + "62616c02")
        // Shorter keys come first, as their heads are smaller.
        #expect(
            try hex(["zoe": 1, "al": 2, "b": 3, "a": 4]) == "a4616104616203" + "62616c02"
                + "637a6f6501"
        )
    }

    @Test func `UUIDs have tag 37`() throws {
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let text = "d8255000112233445566778899aabbccddeeff"
        #expect(try hex(uuid) == text)
        #expect(try hex(UserID(uuid)) == text)
        #expect(try decode(UUID.self, text) == uuid)
        #expect(try decode(UserID.self, text) == UserID(uuid))
        for wrong in [
            "5000112233445566778899aabbccddeeff", "d8264100", "d82540",
            "d8254f00112233445566778899aabbccddee", "d82560",
            "d8265000112233445566778899aabbccddeeff",
        ] {
            #expect(throws: WireDecodingError.self) { try decode(UUID.self, wrong) }
        }
    }

    @Test func `instants are microseconds with a private tag`() throws {
        let moment = Instant(microseconds: 1_000_000)
        #expect(try hex(moment) == "d9c7011a000f4240")
        #expect(try decode(Instant.self, "d9c7011a000f4240") == moment)
        #expect(try hex(Instant(microseconds: -1)) == "d9c70120")
        for wrong in ["00", "d9c70200", "d9c701f90000", "c100", "d9c70160"] {
            #expect(throws: WireDecodingError.self) { try decode(Instant.self, wrong) }
        }
    }

    @Test func `instants outside the years 1 to 9999 are refused`() throws {
        let first = Instant(microseconds: -62_135_596_800_000_000)
        let last = Instant(microseconds: 253_402_300_799_999_999)
        #expect(first.description == "0001-01-01T00:00:00Z")
        #expect(last.description == "9999-12-31T23:59:59.999999Z")
        #expect(try WireDecoder().decode(Instant.self, from: WireEncoder().encode(first)) == first)
        #expect(try WireDecoder().decode(Instant.self, from: WireEncoder().encode(last)) == last)
        for outside in [first.microseconds - 1, last.microseconds + 1, .min, .max] {
            #expect(throws: WireEncodingError.self) { try hex(Instant(microseconds: outside)) }
            var bytes = try WireEncoder().encode(outside)
            bytes = ByteBuffer(bytes: [0xD9, 0xC7, 0x01] + bytes.readableBytesView)
            #expect(throws: WireDecodingError.self) {
                try WireDecoder().decode(Instant.self, from: bytes)
            }
        }
    }

    @Test(
        arguments: [
            (0, "c4820000"), (1_500_000, "c482200f"), (-1_500_000, "c482202e"), (1, "c4822501"),
            (12_000_000, "c482000c"), (1_200_000_000, "c482020c"),
            (273_150_000, "c48221196ab3"),  // RFC 8949 §3.4.4
        ] as [(Int64, String)]
    )
    func `amounts have tag 4 with the smallest mantissa`(millionths: Int64, text: String) throws {
        let amount = try #require(Amount(millionths: millionths))
        #expect(try hex(amount) == text)
        #expect(try decode(Amount.self, text) == amount)
    }

    @Test func `amounts are read with any exponent that fits`() throws {
        let one = try #require(Amount(millionths: 1_000_000))
        #expect(try decode(Amount.self, "c4820001") == one)
        #expect(try decode(Amount.self, "c482200a") == one)
        #expect(try decode(Amount.self, "c482291b00000002540be400") == one)
        #expect(try decode(Amount.self, "c482397fff00") == Amount(millionths: 0))
        #expect(try decode(Amount.self, "c4820b01") == Amount(millionths: 100_000_000_000_000_000))
        for wrong in [
            "c4822601", "c4820c01", "c482391fff01", "c4821b7fffffffffffffff01",
            "c4823b7fffffffffffffff01", "c482001b7fffffffffffffff", "c48200", "c4810001",
            "c48300010a", "c48200f93c00", "01", "c5820001", "c402",
        ] {
            #expect(throws: WireDecodingError.self) { try decode(Amount.self, wrong) }
        }
    }

    @Test func `media references are id and variant with a private tag`() throws {
        let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
        let reference = MediaReference(MediaID(uuid), variant: "thumb")
        let text = "d9c702825000112233445566778899aabbccddeeff657468756d62"
        #expect(try hex(reference) == text)
        #expect(try decode(MediaReference.self, text) == reference)
        for wrong in ["d9c7028060", "d9c70282400060", "d9c7028240", "a0", "d9c702a0"] {
            #expect(throws: WireDecodingError.self) { try decode(MediaReference.self, wrong) }
        }
    }

    @Test func `heads that are longer than necessary are read`() throws {
        #expect(try decode(Int.self, "1801") == 1)
        #expect(try decode(Int.self, "1b0000000000000001") == 1)
        #expect(try decode(String.self, "7b000000000000000161") == "a")
        #expect(try decode([Int].self, "9a0000000101") == [1])
        #expect(try decode([String: Int].self, "bb0000000000000001780161190001") == ["a": 1])
        #expect(try decode(Double.self, "fb3ff0000000000000") == 1)
    }

    @Test func `a string enum is its text, and an open one accepts unknown cases`() throws {
        enum Closed: String, Codable { case red }
        enum Open: String, OpenEnum { case red, unknown }
        #expect(try hex(Closed.red) == "63726564")
        #expect(try hex(Open.red) == "63726564")
        #expect(try decode(Open.self, "63726564") == .red)
        #expect(try decode(Open.self, "6162") == .unknown)
        #expect(throws: WireDecodingError.self) { try decode(Closed.self, "6162") }
        #expect(throws: WireDecodingError.self) { try decode(Open.self, "01") }
        #expect(try decode([String: Open].self, "a1616b6162") == ["k": .unknown])
    }

    @Test func `an absent optional is left out, except a page's cursor`() throws {
        struct Gappy: Codable, Equatable {
            var a: Int?
            var b: String?
            var c: UUID?
        }
        #expect(try hex(Gappy()) == "a0")
        #expect(try hex(Gappy(b: "x")) == "a161626178")
        #expect(try decode(Gappy.self, "a3" + "6161f6" + "6162f6" + "6163f6") == Gappy())
        #expect(try decode(Gappy.self, "a0") == Gappy())
        #expect(try hex(Page(items: [1])) == "a2656974656d738101" + "6a6e657874437572736f72f6")
        #expect(try hex([1, nil] as [Int?]) == "8201f6")
    }

    @Test func `a struct without fields is an empty map`() throws {
        struct Nothing: Codable, Equatable {}
        #expect(try hex(Nothing()) == "a0")
        #expect(try decode(Nothing.self, "a0") == Nothing())
        #expect(try hex([Nothing(), Nothing()]) == "82a0a0")
        #expect(try decode([Nothing].self, "82a0a16161f6").count == 2)
    }
}
