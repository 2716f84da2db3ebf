import FoundationEssentials
import NIOCore
import Testing
import Values

@testable import Wire

/// Keys that are early, late, missing or unknown.
@Suite struct CBORKeysTests {
    private struct Four: Codable, Hashable {
        struct Inner: Codable, Hashable {
            var x: Int
            var y: String?
        }

        var a: Int
        var b: String?
        var c: Inner
        var d: [Int]
    }

    /// The entries of the map, by key.
    private static let entries: [String: String] = [
        "a": "616105", "b": "61626178", "c": "6163a2617801617960", "d": "6164820708",
    ]

    private static let whole = Four(a: 5, b: "x", c: .init(x: 1, y: ""), d: [7, 8])

    private static func permutations(_ items: [String]) -> [[String]] {
        guard let last = items.last else { return [[]] }
        return permutations(items.dropLast()).flatMap { rest in
            (0...rest.count).map { index in
                var rest = rest
                rest.insert(last, at: index)
                return rest
            }
        }
    }

    private func map(_ keys: [String]) -> String {
        "a" + String(keys.count, radix: 16)
            + keys.map { Self.entries[$0] ?? unknown($0) }.joined()
    }

    /// An entry that the type does not know, with a nested value to skip.
    private func unknown(_ key: String) -> String {
        "61" + String(key.utf8.first ?? 0, radix: 16) + "a26170" + "82c6f9000043010203"
            + "6171" + "fb0000000000000000"
    }

    @Test func `keys are read in any order`() throws {
        for keys in Self.permutations(["a", "b", "c", "d"]) {
            #expect(try decode(Four.self, map(keys)) == Self.whole, "\(keys)")
            #expect(try decode([Four].self, "82" + map(keys) + map(keys)).count == 2)
        }
    }

    @Test func `unknown keys are skipped wherever they are`() throws {
        for keys in Self.permutations(["a", "b", "c", "d", "z"]) {
            #expect(try decode(Four.self, map(keys)) == Self.whole, "\(keys)")
        }
        let many = map(["y", "a", "x", "b", "w", "c", "v", "d", "u"])
        #expect(try decode([Four].self, "82" + many + many) == [Self.whole, Self.whole])
    }

    @Test func `a missing key is named, an optional one may be absent or null`() throws {
        #expect(try decode(Four.self, map(["a", "c", "d"])).b == nil)
        #expect(try decode(Four.self, map(["d", "c", "a"])).b == nil)
        #expect(
            try decode(
                Four.self,
                "a4616105" + "6162f6" + "6163a2617801617960" + "6164820708"
            ).b == nil
        )
        for missing in ["a", "c", "d"] {
            let keys = ["a", "b", "c", "d"].filter { $0 != missing }
            let error = #expect(throws: WireDecodingError.self) {
                try decode(Four.self, map(keys))
            }
            #expect(error?.pointer == "/" + missing)
            #expect(error?.reason == .mismatch)
        }
    }

    @Test func `a mismatch is named by its path`() throws {
        let wrong = "a4616105" + "61626178" + "6163a26178f5617960" + "6164820708"
        #expect(
            #expect(throws: WireDecodingError.self) { try decode(Four.self, wrong) }?.pointer
                == "/c/x"
        )
        let deep = "8200" + "a4616105" + "61626178" + "6163a2617801617960" + "6164820760"
        struct Pair: Decodable {
            var four: Four
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                four = try container.decode(Four.self)
            }
        }
        let error = #expect(throws: WireDecodingError.self) { try decode(Pair.self, deep) }
        #expect(error?.pointer == "/1/d/1")
        #expect(error?.detail == "Expected a whole number of 64 bits, found a text.")
        let early = #expect(throws: WireDecodingError.self) { try decode(Pair.self, "8100") }
        #expect(early?.pointer == "/1")
        #expect(
            #expect(throws: WireDecodingError.self) { try decode(Four.self, "80") }?.pointer == ""
        )
    }

    @Test func `the path of a mismatch is right in any key order`() throws {
        /// Decodes itself from a single value, as identifiers do.
        struct Name: Decodable {
            init(from decoder: any Decoder) throws {
                _ = try decoder.singleValueContainer().decode(UUID.self)
            }
        }
        struct Lowercase: Decodable {
            var absent: Name?
            var user: Name?
            var page: [Name]?
        }
        let entries = [
            "6161" + "01", "64" + "75736572" + "6178", "6a" + "7a7a7a7a7a7a7a7a7a7a" + "f6",
        ]
        for order in Self.permutations(["0", "1", "2"]) {
            let keys = order.compactMap { Int($0) }.map { entries[$0] }
            let error = #expect(throws: WireDecodingError.self) {
                try decode(Lowercase.self, "a3" + keys.joined())
            }
            #expect(error?.pointer == "/user")
            #expect(error?.detail == "Expected a UUID, found a text.")
        }
        // A head longer than necessary, and a nested array.
        for key in ["64", "7804", "790004"] {
            let error = #expect(throws: WireDecodingError.self) {
                try decode(Lowercase.self, "a1" + key + "70616765" + "816178")
            }
            #expect(error?.pointer == "/page/0")
        }
    }

    @Test(arguments: [0, 1, 22, 23, 24, 25, 255, 256, 257, 65_536])
    func `maps of any size are written and read`(count: Int) throws {
        let numbers = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
        let bytes = try WireEncoder().encode(["map": numbers, "next": ["x": 1]])
        let back = try WireDecoder().decode([String: [String: Int]].self, from: bytes)
        #expect(back["map"] == numbers)
        #expect(back["next"] == ["x": 1])
        let array = try WireEncoder().encode([Array(0..<count), [7]])
        #expect(try WireDecoder().decode([[Int]].self, from: array) == [Array(0..<count), [7]])
    }

    @Test func `keys may be read twice, checked, and listed`() throws {
        struct Curious: Decodable {
            enum Keys: String, CodingKey { case a, b, c, z }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                #expect(container.allKeys == [.a, .b, .c])
                #expect(try container.decode(Int.self, forKey: .a) == 1)
                #expect(try container.decode(Int.self, forKey: .a) == 1)
                #expect(container.contains(.c))
                #expect(!container.contains(.z))
                #expect(try !container.decodeNil(forKey: .b))
                #expect(try container.decodeNil(forKey: .c))
                #expect(throws: DecodingError.self) { try container.decodeNil(forKey: .z) }
                #expect(try container.decodeIfPresent(Int.self, forKey: .z) == nil)
                // A failed attempt does not move on.
                #expect((try? container.decode(Int.self, forKey: .b)) == nil)
                #expect((try? container.decode([Int].self, forKey: .b)) == nil)
                #expect(try container.decode(String.self, forKey: .b) == "x")
                let again = try decoder.container(keyedBy: Keys.self)
                #expect(try again.decode(Int.self, forKey: .a) == 1)
                #expect(throws: DecodingError.self) { try decoder.unkeyedContainer() }
            }
        }
        _ = try decode(
            [Curious].self,
            "82" + "a36161016162" + "61786163f6" + "a36161016162" + "61786163f6"
        )
        _ = try decode([Curious].self, "81" + "a46161016162" + "61786163f6" + "617901")
    }
}
