import NIOCore
import Testing

@testable import Wire

/// Keys of all kinds: their names are looked up once and then cached.
@Suite struct CBORKeyNamesTests {
    /// Some are too long to be cached; all but the first two share their first eight bytes.
    private enum Many: String, CodingKey, CaseIterable {
        case empty = ""
        case other = "ключ, 键, klíč"
        case c0 = "some_key", c1 = "some_key1", c2 = "some_key12", c3 = "some_key123456_"
        case c4 = "some_key1234567_", c5 = "some_key12345678_", c6 = "some_key_of_22_bytes__"
        case c7 = "some_key_of_23_bytes___", c8 = "some_key_of_24_bytes____"
        case c9 = "some_key_that_is_longer_than_that_by_some"
        case c10 = "some_ke", c11 = "some_k", c12 = "some_", c13 = "some", c14 = "som", c15 = "so"
        case c16 = "s"
    }

    /// A key type of size zero.
    private enum Only: String, CodingKey, CaseIterable { case one }

    /// One byte, but not an enum, and up to 256 of them.
    private struct Numbered: CodingKey, CaseIterable {
        let number: UInt8

        static let allCases = (0...255).map { Numbered(number: $0) }

        init(number: UInt8) { self.number = number }

        init?(stringValue: String) {
            guard let number = UInt8(stringValue) else { return nil }
            self.number = number
        }

        init?(intValue: Int) { nil }

        var stringValue: String { "\(number)" }
        var intValue: Int? { nil }
    }

    /// More than one byte.
    private struct Text: CodingKey, CaseIterable {
        let stringValue: String

        static let allCases = ["a", "b", ""].map { Text(stringValue: $0) }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
        var intValue: Int? { nil }
    }

    /// Has every key except those at `left`, each with its index as value.
    private struct Entries<Key: CodingKey & CaseIterable>: Codable, Equatable {
        var places: [Int]

        init(without left: Set<Int> = []) {
            places = Key.allCases.indices.enumerated().map(\.offset).filter { !left.contains($0) }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (place, key) in Key.allCases.enumerated() where places.contains(place) {
                try container.encode(place, forKey: key)
            }
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            places = try Key.allCases.enumerated().compactMap { place, key in
                let found = try container.decodeIfPresent(Int.self, forKey: key)
                #expect(found == nil || found == place)
                #expect(container.contains(key) == (found != nil))
                return found
            }
        }
    }

    private func check<Key: CodingKey & CaseIterable>(_ type: Key.Type) throws {
        let most = Set(0..<Key.allCases.count).subtracting([5])
        let absences: [Set<Int>] = [[], [0], [1, 2], most]
        // Twice: the names are looked up the first time, and cached the second.
        for _ in 0..<2 {
            for left in absences {
                let entries = Entries<Key>(without: left)
                let bytes = try WireEncoder().encode(entries)
                #expect(bytes == Self.written(entries))
                #expect(try WireDecoder().decode(Entries<Key>.self, from: bytes) == entries)
            }
        }
    }

    /// The same bytes, written without a coder.
    private static func written<Key>(
        _ entries: Entries<Key>
    ) -> ByteBuffer {
        var output = ByteWriter(capacity: 16)
        defer { output.deallocate() }
        output.appendHead(Major.map, UInt64(entries.places.count))
        for (place, key) in Key.allCases.enumerated() where entries.places.contains(place) {
            output.appendText(key.stringValue)
            output.appendHead(Major.unsigned, UInt64(place))
        }
        return unsafe ByteBuffer(bytes: output.bytes)
    }

    @Test func `an enum's keys, of any length`() throws { try check(Many.self) }

    @Test func `an enum's only key`() throws { try check(Only.self) }

    @Test func `keys of one byte that are not an enum`() throws { try check(Numbered.self) }

    @Test func `keys of more than a byte`() throws { try check(Text.self) }

    @Test func `keys with equal beginnings or ends are told apart`() throws {
        for key in Many.allCases {
            for other in Many.allCases {
                var output = ByteWriter(capacity: 16)
                defer { output.deallocate() }
                output.appendHead(Major.map, 1)
                output.appendText(key.stringValue)
                output.appendHead(Major.unsigned, 7)
                struct One: Decodable {
                    @TaskLocal static var key = Many.empty
                    var value: Int?
                    init(from decoder: any Decoder) throws {
                        value = try decoder.container(keyedBy: Many.self)
                            .decodeIfPresent(Int.self, forKey: Self.key)
                    }
                }
                let bytes = unsafe ByteBuffer(bytes: output.bytes)
                let value = try One.$key.withValue(other) {
                    try WireDecoder().decode(One.self, from: bytes).value
                }
                #expect(value == (key == other ? 7 : nil), "\(key), \(other)")
            }
        }
    }
}
