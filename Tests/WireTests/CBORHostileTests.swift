import FoundationEssentials
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// Whatever a peer sends decodes to a value or an error.
@Suite struct CBORHostileTests {
    private func refuses(
        _ text: String,
        _ reason: WireDecodingError.Reason = .malformed,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: WireDecodingError.self, sourceLocation: sourceLocation) {
            try decode(Anything.self, text)
        }
        #expect(error?.reason == reason, "\(text)", sourceLocation: sourceLocation)
    }

    /// Reads nothing, so that only validation refuses.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func hex(_ byte: Int) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    private func accepts(_ text: String) throws {
        _ = try decode(Anything.self, text)
    }

    @Test func `an empty and an oversized body are refused`() throws {
        refuses("")
        refuses("0000")
        refuses("a000")
        try accepts("00")
    }

    @Test func `a message is refused wherever it is truncated`() throws {
        let whole = try WireEncoder().encode(Everything.sample())
        for length in 0..<whole.readableBytes {
            let part = try #require(whole.getSlice(at: 0, length: length))
            #expect(throws: WireDecodingError.self) {
                try WireDecoder().decode(Everything.self, from: part)
            }
        }
        var extended = whole
        extended.writeInteger(0 as UInt8)
        #expect(throws: WireDecodingError.self) {
            try WireDecoder().decode(Everything.self, from: extended)
        }
    }

    @Test func `false lengths are refused`() throws {
        for head in ["5b", "7b", "9b", "bb"] {
            for length in [
                "8000000000000000", "7fffffffffffffff", "ffffffffffffffff", "0000000100000000",
                "0000000000100001", "0000000000010001", "0000000000010000",
            ] {
                refuses(head + length)
                refuses("81" + head + length + "00")
            }
        }
        refuses("9affffffff")
        refuses("ba00010000")
        refuses("43aabb")
        refuses("636161")
        refuses("8200")
        refuses("a1616b")
        refuses("a2616b00")
        refuses("d825")
        refuses("18")
        refuses("19ff")
        refuses("fb00000000000000")
    }

    @Test func `indefinite lengths and reserved heads are refused`() {
        for text in [
            "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff", "bfff", "9f0102ff",
            "bf616101ff", "ff", "1c", "1d", "1e", "1f", "3c", "5c", "7d", "9e", "bc", "dc", "fc",
            "fd", "fe", "f800", "f818", "f81f",
        ] {
            refuses(text)
        }
    }

    @Test func `nesting ends at the limit`() throws {
        let max = Limits.depthMax
        let array = { (depth: Int) in String(repeating: "81", count: depth) + "00" }
        try accepts(array(max))
        refuses(array(max + 1))
        refuses(array(5_000))
        let map = { (depth: Int) in String(repeating: "a16161", count: depth) + "00" }
        try accepts(map(max))
        refuses(map(max + 1))
        refuses(map(3_000))
        let tags = { (depth: Int) in String(repeating: "c6", count: depth) + "00" }
        try accepts(tags(max))
        refuses(tags(max + 1))
        refuses(tags(5_000))
        refuses(String(repeating: "81c6c6", count: 17) + "00")
        // Empty containers count as levels too.
        try accepts(String(repeating: "81", count: max - 1) + "80")
        refuses(String(repeating: "81", count: max) + "80")
        refuses(String(repeating: "81", count: max) + "a0")
    }

    @Test func `the number of items ends at the limit`() throws {
        let max = Limits.itemsMax
        try accepts("9a00010000" + String(repeating: "00", count: max))
        refuses("9a00010001" + String(repeating: "00", count: max + 1))
        refuses("ba00010001" + String(repeating: "6000", count: max + 1))
    }

    @Test func `the size of a body ends at the limit`() throws {
        let max = Limits.frameBytesMax
        var body = ByteBuffer()
        body.writeBytes([0x5A, 0x00, 0x0F, 0xFF, 0xFB])
        body.writeRepeatingByte(0, count: max - 5)
        #expect(body.readableBytes == max)
        _ = try WireDecoder().decode(Anything.self, from: body)
        var larger = ByteBuffer()
        larger.writeBytes([0x5A, 0x00, 0x0F, 0xFF, 0xFC])
        larger.writeRepeatingByte(0, count: max - 4)
        #expect(throws: WireDecodingError.self) {
            try WireDecoder().decode(Anything.self, from: larger)
        }
    }

    @Test(arguments: [
        "80", "bf", "c0af", "c1bf", "c2", "c220", "e08080", "e09fbf", "eda080", "edbfbf",
        "e28080c0",
        "e282", "f0808080", "f08fbfbf", "f4908080", "f5808080", "ff", "fe", "f09f8f", "61c3",
        "6161616161616161c3", "6161616161616161616161616161616180",
    ])
    func `texts that are not UTF-8 are refused`(content: String) throws {
        let length = content.count / 2
        let head = String(0x60 + length, radix: 16)
        refuses(head + content)
        refuses("a1" + head + content + "00")
        refuses("a16161" + head + content)
    }

    @Test(arguments: 1...40)
    func `an invalid UTF-8 byte is refused at every place`(length: Int) throws {
        let head = length < 24 ? "\(Self.hex(0x60 + length))" : "78\(Self.hex(length))"
        for place in 0..<length {
            let before = String(repeating: "61", count: place)
            let after = String(repeating: "61", count: length - 1 - place)
            for byte in ["80", "c3", "ff"] {
                let text = head + before + byte + after
                refuses(text)
                refuses("82" + text + "00")
                refuses("a1" + text + "00")
                refuses("a26162" + "00" + text + "00")
                refuses("a16161" + text)
            }
            try accepts("a1" + head + before + "61" + after + "00")
            try accepts("a16161" + head + before + "7f" + after)
        }
    }

    @Test(arguments: [
        "00", "7f", "c280", "dfbf", "e0a080", "ed9fbf", "ee8080", "efbfbf", "f0908080", "f48fbfbf",
    ])
    func `the first and last characters of each length are read`(content: String) throws {
        let head = String(0x60 + content.count / 2, radix: 16)
        try accepts(head + content)
        #expect(try decode(String.self, head + content).utf8.count == content.count / 2)
    }

    @Test func `keys must be texts`() {
        for key in ["00", "20", "4161", "80", "a0", "f5", "f6", "f90000", "c16161"] {
            refuses("a1" + key + "00")
        }
    }

    @Test func `a duplicate key is refused, even where it is skipped`() throws {
        refuses("a2616100616101")
        refuses("a3616100616200616100")
        refuses("a1616b" + "a2616100616101")
        refuses("81" + "a2606060" + "60")
        // One of them with a longer head than necessary.
        refuses("a2" + "616100" + "7801" + "6100")
        try accepts("a2616100616200")
        // The same key in different maps.
        try accepts("a26161a16161006162a1616100")
        let long = "782030313233343536373839303132333435363738393031323334353637383930"
        refuses("a2" + long + "3100" + long + "3100")
        try accepts("a2" + long + "3100" + long + "3200")
    }

    @Test(arguments: [2, 23, 24, 25, 26, 255, 256, 3_000])
    func `a duplicate key is found among many`(count: Int) throws {
        func map(_ keys: [String]) throws -> ByteBuffer {
            var output = ByteWriter(capacity: 16)
            defer { output.deallocate() }
            output.appendHead(Major.map, UInt64(keys.count))
            for key in keys {
                output.appendText(key)
                output.appendHead(Major.unsigned, 0)
            }
            return unsafe ByteBuffer(bytes: output.bytes)
        }
        // Keys with the same first and last eight bytes.
        let keys = (0..<count).map { "some_key_\($0)_of_many" }
        _ = try WireDecoder().decode(Anything.self, from: map(keys))
        for twice in Set([0, (count - 1) / 2, count - 2]) {
            var keys = keys
            keys[count - 1] = keys[twice]
            let error = #expect(throws: WireDecodingError.self) {
                try WireDecoder().decode(Anything.self, from: map(keys))
            }
            #expect(error?.detail.contains("duplicate") == true)
        }
    }

    @Test func `a long array does not announce its count`() throws {
        struct Counted: Decodable {
            var announced: Int?
            init(from decoder: any Decoder) throws {
                announced = try decoder.unkeyedContainer().count
            }
        }
        #expect(try decode(Counted.self, "83000000").announced == 3)
        let long = "9a00010000" + String(repeating: "00", count: Limits.itemsMax)
        #expect(try decode(Counted.self, long).announced == nil)
        #expect(try decode([Int].self, long).count == Limits.itemsMax)
    }

    @Test func `random bytes never trap`() {
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let length = Int.random(in: 0...120, using: &dice)
            let body = ByteBuffer(
                bytes: (0..<length).map { _ in UInt8.random(in: 0...255, using: &dice) }
            )
            readEveryWay(body)
        }
    }

    @Test func `damaged messages never trap`() throws {
        let whole = Array(try WireEncoder().encode(Everything.sample()).readableBytesView)
        for seed in 0..<1_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var damaged = whole
            for _ in 0..<Int.random(in: 1...4, using: &dice) {
                let index = Int.random(in: 0..<damaged.count, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: damaged[index] ^= 1 << UInt8.random(in: 0...7, using: &dice)
                case 1: damaged[index] = UInt8.random(in: 0...255, using: &dice)
                case 2: damaged.insert(UInt8.random(in: 0...255, using: &dice), at: index)
                default: damaged.remove(at: index)
                }
            }
            readEveryWay(ByteBuffer(bytes: damaged))
        }
    }

    /// Decodes bytes as many types; whatever succeeds must round-trip.
    private func readEveryWay(_ body: ByteBuffer) {
        func read<T: Codable & Equatable>(_ type: T.Type) {
            guard let value = try? WireDecoder().decode(type, from: body) else { return }
            #expect(throws: Never.self) {
                let again = try WireEncoder().encode(value)
                _ = try WireDecoder().decode(type, from: again)
            }
        }
        read(Everything.self)
        read([Everything].self)
        read([String: Int].self)
        read([String: [String?]].self)
        read(Int.self)
        read(Double.self)
        read(String.self)
        read(Amount.self)
        read(Instant.self)
        read(UUID?.self)
        read(MediaReference.self)
        read(ByteBuffer.self)
        read(Fault.self)
        var json = ByteBuffer()
        let transcoder = JSONTranscoder { _, _ in }
        let isWellFormed = (try? WireDecoder().decode(Anything.self, from: body)) != nil
        let isTranscoded = (try? transcoder.transcode(body, into: &json)) != nil
        #expect(isWellFormed || !isTranscoded)
        #expect(isTranscoded || json.readableBytes == 0)
        if isTranscoded {
            #expect(throws: Never.self) { _ = try JSONText.parse(Array(json.readableBytesView)) }
        }
        _ = try? JSONCallDecoder().decode(Everything.self, from: body)
    }
}
