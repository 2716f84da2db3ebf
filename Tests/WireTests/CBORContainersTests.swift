import FoundationEssentials
import NIOCore
import Testing
import Values

@testable import Wire

/// Nested containers, superclasses, and containers that are used when they should not be.
@Suite struct CBORContainersTests {
    private enum Keys: String, CodingKey { case a, b, c, d }

    /// Encodes itself with nested containers, out of order.
    private struct Nested: Codable, Equatable {
        var first = 1
        var list = [2, 3]
        var inner = ["x", "y"]
        var last = "end"

        init() {}

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Keys.self)
            var nested = outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
            var list = outer.nestedUnkeyedContainer(forKey: .b)
            try outer.encode(last, forKey: .c)
            try list.encode(self.list[0])
            try nested.encode(first, forKey: .a)
            var deeper = nested.nestedUnkeyedContainer(forKey: .b)
            try list.encode(self.list[1])
            for text in inner {
                var deepest = deeper.nestedContainer(keyedBy: Keys.self)
                try deepest.encode(text, forKey: .d)
            }
            try nested.encode(first, forKey: .c)
        }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: Keys.self)
            let nested = try outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
            var list = try outer.nestedUnkeyedContainer(forKey: .b)
            last = try outer.decode(String.self, forKey: .c)
            first = try nested.decode(Int.self, forKey: .c)
            #expect(try nested.decode(Int.self, forKey: .a) == first)
            self.list = []
            while !list.isAtEnd { self.list.append(try list.decode(Int.self)) }
            var deeper = try nested.nestedUnkeyedContainer(forKey: .b)
            inner = []
            while !deeper.isAtEnd {
                let deepest = try deeper.nestedContainer(keyedBy: Keys.self)
                inner.append(try deepest.decode(String.self, forKey: .d))
                #expect(deepest.codingPath.pointer.hasSuffix("/a/b/\(inner.count - 1)"))
            }
        }
    }

    @Test func `nested containers are written in any order and read back`() throws {
        #expect(
            try hex(Nested())
                == "a3" + "6161" + "a3616101" + "6162" + "82a161646178a161646179" + "616301"
                + "6162" + "820203" + "6163" + "63656e64"
        )
        let several = ["one": [Nested(), Nested()], "two": []]
        let bytes = try WireEncoder().encode(several)
        #expect(try WireDecoder().decode([String: [Nested]].self, from: bytes) == several)
    }

    @Test func `a nested container moves when its map's head grows or a dictionary is sorted`()
        throws
    {
        struct Wide: Codable, Equatable {
            var inner = Nested()
            var numbers = 30

            init() {}

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: WireKey.self)
                try container.encode(inner, forKey: WireKey(stringValue: "inner"))
                for number in 0..<numbers {
                    var nested = container.nestedUnkeyedContainer(
                        forKey: WireKey(stringValue: "k\(number)")
                    )
                    try nested.encode(number)
                }
            }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: WireKey.self)
                inner = try container.decode(Nested.self, forKey: WireKey(stringValue: "inner"))
                numbers = container.allKeys.count - 1
                for number in 0..<numbers {
                    let key = WireKey(stringValue: "k\(number)")
                    #expect(try container.decode([Int].self, forKey: key) == [number])
                }
            }
        }
        let value = ["z": Wide(), "a": Wide(), "long name": Wide()]
        let bytes = try WireEncoder().encode(value)
        #expect(try WireDecoder().decode([String: Wide].self, from: bytes) == value)
        #expect(try WireEncoder().encode(value) == bytes)
    }

    private class Animal: Codable {
        var legs: Int
        init(legs: Int) { self.legs = legs }
    }

    private final class Dog: Animal {
        var name: String

        init(legs: Int, name: String) {
            self.name = name
            super.init(legs: legs)
        }

        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: WireKey.self)
            name = try container.decode(String.self, forKey: WireKey(stringValue: "name"))
            try super.init(from: container.superDecoder())
        }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: WireKey.self)
            try super.encode(to: container.superEncoder())
            try container.encode(name, forKey: WireKey(stringValue: "name"))
        }
    }

    @Test func `a superclass has its own place`() throws {
        let text = "a2" + "657375706572" + "a1646c65677304" + "646e616d65" + "63526578"
        #expect(try hex(Dog(legs: 4, name: "Rex")) == text)
        let dog = try decode(Dog.self, text)
        #expect(dog.legs == 4 && dog.name == "Rex")
    }

    @Test func `an array's super encoder and decoder are its items`() throws {
        struct Odd: Codable, Equatable {
            var number = 3
            init() {}
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                try number.encode(to: container.superEncoder())
                #expect(container.count == 1)
                try container.encodeNil()
                _ = container.superEncoder()
            }
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                number = try Int(from: container.superDecoder())
                #expect(try container.decodeNil())
                #expect(try !container.decodeNil())
                #expect(container.currentIndex == 2)
                _ = try container.superDecoder()
                #expect(container.isAtEnd)
                #expect(throws: DecodingError.self) { try container.superDecoder() }
            }
        }
        #expect(try hex(Odd()) == "8303f6a0")
        #expect(try decode(Odd.self, "8303f6a0") == Odd())
    }

    private final class Stash {
        var encoder: (any Encoder)?
        var map: KeyedEncodingContainer<Keys>?
        var array: (any UnkeyedEncodingContainer)?
        var decoder: (any Decoder)?
        var readMap: KeyedDecodingContainer<Keys>?
        var readArray: (any UnkeyedDecodingContainer)?
        var readSingle: (any SingleValueDecodingContainer)?
    }

    private struct Leak: Encodable {
        let stash: Stash
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(1, forKey: .a)
            stash.array = container.nestedUnkeyedContainer(forKey: .b)
            stash.encoder = encoder
            stash.map = container
        }
    }

    @Test func `a container that outlives its encoding throws`() throws {
        let stash = Stash()
        #expect(try hex(Leak(stash: stash)) == "a261610161" + "6280")
        func check() {
            let late = #expect(throws: WireEncodingError.self) {
                try stash.map?.encode(1, forKey: .c)
            }
            #expect(late?.reason == .outlived)
            #expect(throws: WireEncodingError.self) { try stash.map?.encodeNil(forKey: .c) }
            #expect(throws: WireEncodingError.self) { try stash.map?.encode(UUID(), forKey: .c) }
            #expect(throws: WireEncodingError.self) { try stash.array?.encode("late") }
            #expect(stash.array?.count == 0)
            #expect(throws: WireEncodingError.self) {
                try stash.encoder.map { try [1].encode(to: $0) }
            }
            #expect(throws: WireEncodingError.self) {
                try stash.encoder.map { try "x".encode(to: $0) }
            }
            var nested = stash.map?.nestedContainer(keyedBy: Keys.self, forKey: .d)
            #expect(throws: WireEncodingError.self) { try nested?.encode(1, forKey: .a) }
            #expect(throws: WireEncodingError.self) {
                try (stash.map?.superEncoder()).map { try 1.encode(to: $0) }
            }
        }
        check()
        // Again while its memory is in use by another encoding.
        struct Meanwhile: Encodable {
            let check: () -> Void
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode("before", forKey: .a)
                check()
                try container.encode("after", forKey: .b)
            }
        }
        for _ in 0..<3 {
            #expect(
                try hex(Meanwhile(check: check)) == "a26161" + "666265666f7265" + "6162"
                    + "656166746572"
            )
        }
    }

    @Test func `a container that is used beside another throws`() throws {
        struct Child: Encodable {
            let write: () throws -> Void
            func encode(to encoder: any Encoder) throws {
                try write()
                try 1.encode(to: encoder)
            }
        }
        struct Parent: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                let child = Child { [container] in
                    var container = container
                    try container.encode(1, forKey: .b)
                }
                try container.encode(child, forKey: .a)
            }
        }
        let error = #expect(throws: WireEncodingError.self) { try hex(Parent()) }
        #expect(error?.reason == .outlived)
        #expect(throws: WireEncodingError.self) { try hex([Parent()]) }
    }

    @Test func `a value that writes twice, or in two shapes, is refused`() throws {
        struct Twice: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(1)
                try container.encode(2)
            }
        }
        struct Both: Encodable {
            func encode(to encoder: any Encoder) throws {
                var map = encoder.container(keyedBy: Keys.self)
                try map.encode(1, forKey: .a)
                var array = encoder.unkeyedContainer()
                try array.encode(1)
            }
        }
        struct Swallows: Encodable {
            func encode(to encoder: any Encoder) throws {
                var array = encoder.unkeyedContainer()
                try? array.encode(Twice())
                try? array.encode(3)
            }
        }
        for value in [Twice(), Both(), Swallows()] as [any Encodable] {
            let error = #expect(throws: WireEncodingError.self) { try WireEncoder().encode(value) }
            #expect(error?.reason == .misused || error?.reason == .refused)
        }
        #expect(try hex([1]) == "8101")
    }

    @Test func `what a peer would refuse is not written`() throws {
        struct Deep: Encodable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if levels > 1 { try container.encode(Deep(levels: levels - 1)) }
            }
        }
        struct DeepNested: Encodable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                for _ in 1..<levels { container = container.nestedUnkeyedContainer() }
                try container.encode(1)
            }
        }
        func reason(_ value: some Encodable) -> WireEncodingError.Reason? {
            #expect(throws: WireEncodingError.self) { try WireEncoder().encode(value) }?.reason
        }
        #expect(try hex(Deep(levels: 32)) == String(repeating: "81", count: 31) + "80")
        #expect(reason(Deep(levels: 33)) != nil)
        #expect(reason(Deep(levels: 5_000)) != nil)
        #expect(try hex(DeepNested(levels: 32)) == String(repeating: "81", count: 32) + "01")
        #expect(reason(DeepNested(levels: 33)) != nil)
        #expect(reason([Int](repeating: 0, count: 65_537)) == .tooMany)
        #expect(reason(String(repeating: "x", count: 1_048_577)) == .tooLarge)
        #expect(reason([UInt8](repeating: 0, count: 1_048_577)) == .tooLarge)
        // A head of 4 bytes below the maximum size of a body.
        let fits = [UInt8](repeating: 0, count: 1_048_576 - 5)
        #expect(try WireEncoder().encode(fits).readableBytes == 1_048_576)
        #expect(reason(fits + [0]) == .tooLarge)
        #expect(
            reason([String](repeating: "0123456789abcdef0123456789", count: 60_000)) == .tooLarge
        )
    }

    @Test func `an amount in the deepest map is refused on both sides`() throws {
        struct Deep: Codable {
            var levels: Int
            func encode(to encoder: any Encoder) throws {
                var container = encoder.unkeyedContainer()
                if levels > 1 {
                    try container.encode(Deep(levels: levels - 1))
                } else {
                    try container.encode(#require(Amount(millionths: 1)))
                }
            }
            init(levels: Int) { self.levels = levels }
            init(from decoder: any Decoder) throws { levels = 0 }
        }
        _ = try WireDecoder().decode(Deep.self, from: WireEncoder().encode(Deep(levels: 31)))
        #expect(throws: WireEncodingError.self) { try hex(Deep(levels: 32)) }
        #expect(throws: WireDecodingError.self) {
            try decode(Deep.self, String(repeating: "81", count: 32) + "c4822501")
        }
    }

    @Test func `a container that outlives its decoding throws`() throws {
        final class Box: Decodable {
            let stash: Stash
            init(from decoder: any Decoder) throws {
                stash = Stash()
                stash.decoder = decoder
                let container = try decoder.container(keyedBy: Keys.self)
                stash.readMap = container
                stash.readArray = try container.nestedUnkeyedContainer(forKey: .b)
                stash.readSingle = try decoder.singleValueContainer()
            }
        }
        let stash = try decode(Box.self, "a2616101" + "6162820102").stash
        func check() {
            #expect(throws: DecodingError.self) { try stash.readMap?.decode(Int.self, forKey: .a) }
            #expect(throws: DecodingError.self) {
                try stash.readMap?.decodeIfPresent(String.self, forKey: .a)
            }
            #expect(throws: DecodingError.self) {
                try stash.readMap?.decode(UUID.self, forKey: .a)
            }
            #expect(throws: DecodingError.self) { try stash.readMap?.decodeNil(forKey: .a) }
            #expect(stash.readMap?.contains(.a) == false)
            #expect(stash.readMap?.allKeys == [])
            #expect(stash.readMap?.codingPath.count == 0)
            #expect(throws: DecodingError.self) { try stash.readArray?.decode(Int.self) }
            #expect(throws: DecodingError.self) { try stash.readArray?.decode(UUID.self) }
            #expect(stash.readArray?.isAtEnd == true)
            #expect(stash.readArray?.count == 0)
            #expect(stash.readArray?.currentIndex == 0)
            #expect(throws: DecodingError.self) { try stash.readSingle?.decode(Int.self) }
            #expect(throws: DecodingError.self) { try stash.readSingle?.decode(UUID.self) }
            #expect(stash.readSingle?.decodeNil() == false)
            #expect(throws: DecodingError.self) {
                try stash.decoder?.container(keyedBy: Keys.self)
            }
            #expect(throws: DecodingError.self) { try stash.decoder?.unkeyedContainer() }
            #expect(throws: DecodingError.self) { try stash.decoder?.singleValueContainer() }
            #expect(throws: DecodingError.self) {
                try stash.readMap?.nestedContainer(keyedBy: Keys.self, forKey: .a)
            }
        }
        check()
        for _ in 0..<100 {
            _ = try decode([[Int]].self, "83" + "820102" + "820304" + "80")
        }
        check()
    }
}
