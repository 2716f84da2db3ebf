import FoundationEssentials
import Identifiers
import NIOCore
import TestBasics
import Testing
import Values

@testable import Wire

/// `HandCoded` types are written as Codable writes them, and read as Codable reads them.
@Suite struct HandCodedTests {
    private let hand = WireEncoder()
    private let codable = WireEncoder(usesCodableAlone: true)

    /// Checks that both ways of reading give the same value, or refuse with the same message.
    @discardableResult
    private func read<T: Decodable & Equatable>(
        _ type: T.Type,
        _ bytes: ByteBuffer,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> T? {
        let byHand = Result { try WireDecoder().decode(type, from: bytes) }
        let byCodable = Result { try WireDecoder(usesCodableAlone: true).decode(type, from: bytes) }
        switch (byHand, byCodable) {
        case (.success(let one), .success(let other)):
            #expect(one == other, sourceLocation: sourceLocation)
            return one
        case (.failure(let one), .failure(let other)):
            #expect(
                one as? WireDecodingError == other as? WireDecodingError,
                sourceLocation: sourceLocation
            )
        default:
            Issue.record("\(byHand) is not \(byCodable)", sourceLocation: sourceLocation)
        }
        return nil
    }

    /// Checks that both ways of writing give the same bytes, or refuse with the same message.
    @discardableResult
    private func write(
        _ value: some Encodable,
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> ByteBuffer? {
        let byHand = Result { try hand.encode(value) }
        let byCodable = Result { try codable.encode(value) }
        switch (byHand, byCodable) {
        case (.success(let one), .success(let other)):
            #expect(one == other, sourceLocation: sourceLocation)
            return one
        case (.failure(let one), .failure(let other)):
            #expect(
                one as? WireEncodingError == other as? WireEncodingError,
                sourceLocation: sourceLocation
            )
        default:
            Issue.record("\(byHand) is not \(byCodable)", sourceLocation: sourceLocation)
        }
        return nil
    }

    @Test func `values are written the same and read back, wherever they are`() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var dice = Dice(seed: seed)
            let value = Specimen.random(&dice)
            let bytes = try #require(write(value))
            #expect(read(Specimen.self, bytes) == value)
            let page = Page(items: [value, .random(&dice)], nextCursor: value.text)
            #expect(read(Page<Specimen>.self, try #require(write(page))) == page)
            let around = Around(first: value, list: [value], named: ["b": value, "a": value])
            #expect(read(Around.self, try #require(write(around))) == around)
        }
    }

    @Test func `arbitrary bytes give the same result`() throws {
        for seed in 1...1_500 as ClosedRange<UInt64> {
            var dice = Dice(seed: seed)
            let value = Specimen.random(&dice)
            let page = Page(items: [value], nextCursor: nil)
            let around = Around(first: value, list: [value], named: [:])
            read(Specimen.self, try hand.encode(value).damaged(&dice))
            read(Page<Specimen>.self, try hand.encode(page).damaged(&dice))
            read(Around.self, try hand.encode(around).damaged(&dice))
            read(Person.self, try hand.encode(value).damaged(&dice))
        }
    }

    @Test func `keys may be in any order, with unknown ones and longer heads`() throws {
        let entries = [
            "626964" + "d8255000112233445566778899aabbccddeeff", "68757365726e616d65" + "626a6f",
            "6966697273744e616d65" + "624a6f", "686c6173744e616d65" + "60",
        ]
        let jo = Person(
            id: UserID(try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))),
            username: "jo",
            firstName: "Jo",
            lastName: ""
        )
        for shift in 0..<4 {
            let turned = (entries[shift...] + entries[..<shift]).joined()
            #expect(read(Person.self, bytes("a4" + turned)) == jo)
            #expect(read([Person].self, bytes("81b804" + turned)) == [jo])
            #expect(read(Person.self, bytes("a5" + turned + "6378797a820102")) == jo)
            #expect(read(Person.self, bytes("a56378797aa0" + turned)) == jo)
        }
        let whole = entries.joined()
        // null counts as absent, and so does undefined.
        #expect(read(Person.self, bytes("a5" + whole + "696176617461725552" + "4cf6")) == jo)
        #expect(read(Person.self, bytes("a5" + whole + "696176617461725552" + "4cf7")) == jo)
        // The same number in more bytes, and the same length.
        #expect(read(Person.self, bytes("b80000")) == nil)
        #expect(read(Person.self, bytes("a4" + whole.replacing("626a6f", with: "78026a6f"))) == jo)
        #expect(read(Person.self, bytes("a4" + whole.replacing("d82550", with: "d9002550"))) == jo)
    }

    @Test(arguments: [
        "", "a0", "f6", "80", "a4", "a1626964f6", "a1626964d82550", "a162696401",
        "a2626964d8255000112233445566778899aabbccddeeff626964d8255000112233445566778899aabbccddeeff",
        "a1626964d8255000112233445566778899aabbccddeeff00", "bf", "a1626964d8254f00", "a162ff6900",
    ])
    func `an invalid person is refused with the same message`(hex: String) {
        #expect(read(Person.self, bytes(hex)) == nil)
        #expect(read(Page<Person>.self, bytes("a1656974656d7381" + hex)) == nil)
    }

    @Test func `a broken limit is refused with the same message`() throws {
        var dice = Dice(seed: 1)
        var value = Specimen.random(&dice)
        value.text = String(repeating: "x", count: Limits.stringBytesMax + 1)
        #expect(write(value) == nil)
        #expect(write(Page(items: [value])) == nil)
        value.text = String(repeating: "x", count: Limits.stringBytesMax)
        #expect(write(value) == nil)
        value.text = ""
        value.moment = Instant(microseconds: .max)
        #expect(write(value) == nil)
        value.moment = Instant(microseconds: 0)
        value.ids = [UserID](repeating: UserID(), count: Limits.itemsMax + 1)
        #expect(write(value) == nil)
        value.ids = [UserID](repeating: UserID(), count: 60_000)
        #expect(write(value) == nil)
        value.ids = [UserID](repeating: UserID(), count: 1_000)
        #expect(write(value) != nil)
        value.person = Person(
            id: UserID(),
            username: "jo",
            firstName: "Jo",
            lastName: "",
            avatarURL: MediaReference(MediaID())
        )
        for levels in 26...34 {
            let written = write(Nest(levels: levels, value: value))
            #expect((written != nil) == (levels <= 29), "\(levels)")
        }
    }

    @Test func `too deep nesting is refused on reading, too`() throws {
        for levels in 30...34 {
            let hex = String(repeating: "a1616e", count: levels) + "a0"
            read(Chain.self, bytes(hex))
            #expect((read(Chain.self, bytes(hex)) != nil) == (levels < 32), "\(levels)")
        }
    }

    @Test func `a map of many fields has a longer head`() throws {
        let wide = Wide(number: 7)
        let written = try #require(write(wide))
        #expect(written.readableBytesView.prefix(2) == [0xB8, 30])
        #expect(read(Wide.self, written)?.number == 7)
    }
}

/// Every type of field that a hand-coded type can have.
struct Specimen: Codable, Equatable, HandCoded {
    enum Word: String, OpenEnum, CaseIterable { case one, two, many, unknown }

    var text: String
    var id: UserID
    var flag: Bool?
    var number: Int
    var large: Int64?
    var moment: Instant
    var picture: MediaReference?
    var word: Word
    var words: [Word]
    var ids: [UserID]
    var person: Person?
    var note: String?

    static func random(_ dice: inout Dice) -> Specimen {
        func coin() -> Bool { Bool.random(using: &dice) }
        func text() -> String {
            let letters = Array("abcdefghijklmnop ÄÖß€😀\u{0}\"")
            let length = Int.random(in: 0...(coin() ? 9 : 40), using: &dice)
            return String((0..<length).map { _ in letters.randomElement(using: &dice) ?? "a" })
        }
        func number() -> Int64 {
            Int64(truncatingIfNeeded: dice.next()) >> Int64.random(in: 0...63, using: &dice)
        }
        func word() -> Word { Word.allCases.randomElement(using: &dice) ?? .one }
        func picture() -> MediaReference? { coin() ? MediaReference(MediaID()) : nil }
        return Specimen(
            text: text(),
            id: UserID(),
            flag: coin() ? coin() : nil,
            number: Int(number()),
            large: coin() ? number() : nil,
            moment: Instant(microseconds: number() >> 8),
            picture: picture(),
            word: word(),
            words: (0..<Int.random(in: 0...3, using: &dice)).map { _ in word() },
            ids: (0..<Int.random(in: 0...30, using: &dice)).map { _ in UserID() },
            person: coin()
                ? Person(
                    id: UserID(),
                    username: text(),
                    firstName: text(),
                    lastName: text(),
                    avatarURL: picture()
                ) : nil,
            note: coin() ? text() : nil
        )
    }

    func writeFields(to writer: inout FieldWriter) {
        writer.write("text", text)
        writer.write("id", id)
        writer.writeIfPresent("flag", flag)
        writer.write("number", number)
        writer.writeIfPresent("large", large)
        writer.write("moment", moment)
        writer.writeIfPresent("picture", picture)
        writer.write("word", word)
        writer.write("words", words)
        writer.write("ids", ids)
        writer.writeIfPresent("person", person)
        writer.writeIfPresent("note", note)
    }
}

extension Specimen {
    init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        try self.init(
            text: reader.read("text"),
            id: reader.read("id"),
            flag: reader.readIfPresent("flag"),
            number: reader.read("number"),
            large: reader.readIfPresent("large"),
            moment: reader.read("moment"),
            picture: reader.readIfPresent("picture"),
            word: reader.read("word"),
            words: reader.read("words"),
            ids: reader.read("ids"),
            person: reader.readIfPresent("person"),
            note: reader.readIfPresent("note")
        )
    }
}

/// Hand-coded values inside one that is not.
private struct Around: Codable, Equatable {
    var first: Specimen
    var list: [Specimen]
    var named: [String: Specimen]
}

/// A value inside that many arrays.
private struct Nest: Encodable {
    var levels: Int
    var value: Specimen

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if levels > 1 {
            try container.encode(Nest(levels: levels - 1, value: value))
        } else {
            try container.encode(value)
        }
    }
}

/// Nested maps without a limit of their own.
private final class Chain: HandCoded, Equatable {
    let n: Chain?

    func writeFields(to writer: inout FieldWriter) {
        writer.writeIfPresent("n", n)
    }

    init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) {
        n = try reader.readIfPresent("n")
    }

    static func == (left: Chain, right: Chain) -> Bool { left.n == right.n }
}

/// A map whose head takes two bytes.
private struct Wide: HandCoded, Equatable {
    var number: Int

    init(number: Int) { self.number = number }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: WireKey.self)
        for index in 10..<40 {
            try container.encode(number, forKey: WireKey(stringValue: "k\(index)"))
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: WireKey.self)
        number = try container.decode(Int.self, forKey: WireKey(stringValue: "k39"))
    }

    func writeFields(to writer: inout FieldWriter) {
        let keys: [StaticString] = [
            "k10", "k11", "k12", "k13", "k14", "k15", "k16", "k17", "k18", "k19",
            "k20", "k21", "k22", "k23", "k24", "k25", "k26", "k27", "k28", "k29",
            "k30", "k31", "k32", "k33", "k34", "k35", "k36", "k37", "k38", "k39",
        ]
        for key in keys { writer.write(key, number) }
    }

    init(fieldsFrom reader: inout FieldReader) throws(FallbackNeeded) { throw FallbackNeeded() }
}

extension ByteBuffer {
    /// A copy with some bytes changed, removed, inserted or cut off.
    func damaged(_ dice: inout Dice) -> ByteBuffer {
        var bytes = Array(readableBytesView)
        for _ in 0..<Int.random(in: 1...3, using: &dice) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &dice)
            switch Int.random(in: 0..<6, using: &dice) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: dice.next())
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
            case 2: bytes.remove(at: index)
            case 3: bytes.insert(UInt8(truncatingIfNeeded: dice.next()), at: index)
            case 4: bytes.removeSubrange(index...)
            default:
                // Duplicates a piece: repeated keys, too many items.
                let end = min(bytes.count, index + Int.random(in: 1...30, using: &dice))
                bytes.insert(contentsOf: bytes[index..<end], at: index)
            }
        }
        return ByteBuffer(bytes: bytes)
    }
}
