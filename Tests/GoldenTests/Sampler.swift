import FoundationEssentials
import Identifiers
import NIOCore
import Values
import Wire

/// Makes a value of any type on the wire, the same one every time, and writes down what the type
/// looks like: by being the decoder that the type reads itself from.
final class Sampler {
    /// What a type of the wire looks like.
    enum Shape: Equatable {
        /// A map, its fields in the order in which they travel.
        case fields([Field])
        /// A text, one of these.
        case words([String])
    }

    /// One field of a map.
    struct Field: Equatable {
        let name: String
        let type: String
        let isOptional: Bool
    }

    /// Every type that was met and is no plain value, by its name.
    private(set) var shapes: [String: Shape] = [:]
    /// The limits of those that have some, by the type's name.
    private(set) var limits: [String: FieldLimits] = [:]
    /// What a page's cursor is in place of its name, if anything.
    var cursor: String?
    private var count = 0

    /// A value of the type, in which every field is present.
    func sample<T: Decodable>(_ type: T.Type) throws -> T {
        count = 0
        return try value(type, label: "text")
    }

    /// The fields of a type that is a map.
    func fields<T: Decodable>(of type: T.Type) throws -> [Field] {
        _ = try sample(type)
        guard case .fields(let fields) = shapes[Self.name(of: type)] else { return [] }
        return fields
    }

    fileprivate func value<T: Decodable>(_ type: T.Type, label: String) throws -> T {
        if let optional = type as? any SampledOptional.Type,
            let value = try optional.sample(self, label) as? T
        {
            return value
        }
        if let simple = simple(type, label: label) as? T { return simple }
        if let list = type as? any SampledList.Type, let value = try list.sample(self, label) as? T
        {
            return value
        }
        let name = Self.name(of: type)
        if let words = type as? any CaseIterable.Type, let value = first(of: words) as? T {
            shapes[name] = .words(words.words)
            return value
        }
        let notes = Notes()
        let value = try T(from: SampleDecoder(sampler: self, notes: notes, label: label))
        if !(type is any Identified.Type) { shapes[name] = .fields(notes.fields) }
        if let limited = type as? any Limited.Type { limits[name] = limited.limits }
        return value
    }

    private func first<Cases: CaseIterable>(of type: Cases.Type) -> Cases? {
        type.allCases.first
    }

    private func simple(_ type: any Any.Type, label: String) -> Any? {
        switch type {
        case is Bool.Type: return true
        case is String.Type: return label == "nextCursor" ? cursor ?? label : label
        case is Double.Type: return 1.5
        case is Float.Type: return Float(1.5)
        case is UUID.Type: return uuid()
        case is Instant.Type: return Instant(microseconds: 1_767_323_045_678_901)
        case is Amount.Type: return Amount(millionths: 1_500_000)
        case is CivilDate.Type: return CivilDate(daysSince1970: 20_455)
        case is MediaReference.Type: return MediaReference(MediaID(uuid()))
        case is ByteBuffer.Type: return ByteBuffer(bytes: [1, 2, 3])
        case let type as any FixedWidthInteger.Type: return number(type)
        default: return nil
        }
    }

    private func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
        count += 1
        return Number(count)
    }

    private func uuid() -> UUID {
        count += 1
        let last = UInt8(count)
        return UUID(
            uuid: (0x01, 0x90, 0xF5, 0xE4, 0x7C, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, last)
        )
    }
}

// How types are called.
extension Sampler {
    /// What `calls.txt` calls a type.
    static func name(of type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "bool"
        case is String.Type: "text"
        case is Double.Type, is Float.Type: "float"
        case is UUID.Type: "uuid"
        case is Instant.Type: "instant"
        case is Amount.Type: "amount"
        case is CivilDate.Type: "day"
        case is MediaReference.Type: "media"
        case is ByteBuffer.Type: "bytes"
        case is any FixedWidthInteger.Type: "int"
        case let type as any Identified.Type: "uuid of \(type.kind)"
        case let type as any SampledList.Type: type.listName
        case let type as any SampledOptional.Type: type.optionalName
        default: withoutModules(String(reflecting: type))
        }
    }

    /// `Wire.Page<IdentityAPI.FriendRequest>` without the modules.
    private static func withoutModules(_ name: String) -> String {
        var parts: [Substring] = []
        var rest = name[...]
        while let end = rest.firstIndex(where: { "<>, ".contains($0) }) {
            parts.append(withoutModule(rest[..<end]))
            parts.append(rest[end...end])
            rest = rest[rest.index(after: end)...]
        }
        parts.append(withoutModule(rest))
        return parts.joined()
    }

    private static func withoutModule(_ name: Substring) -> Substring {
        guard let dot = name.firstIndex(of: ".") else { return name }
        return name[name.index(after: dot)...]
    }
}

extension CaseIterable {
    /// The texts that the cases travel as.
    fileprivate static var words: [String] {
        allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
    }
}

/// An id, whatever it names.
private protocol Identified {
    static var kind: String { get }
}

extension ID: Identified {
    fileprivate static var kind: String { String(describing: Kind.self) }
}

/// An array or a dictionary.
private protocol SampledList {
    static var listName: String { get }
    static func sample(_ sampler: Sampler, _ label: String) throws -> Any
}

extension Array: SampledList where Element: Decodable {
    fileprivate static var listName: String {
        Element.self == UInt8.self ? "bytes" : "[\(Sampler.name(of: Element.self))]"
    }

    fileprivate static func sample(_ sampler: Sampler, _ label: String) throws -> Any {
        [try sampler.value(Element.self, label: label)]
    }
}

extension Dictionary: SampledList where Key == String, Value: Decodable {
    fileprivate static var listName: String { "{\(Sampler.name(of: Value.self))}" }

    fileprivate static func sample(_ sampler: Sampler, _ label: String) throws -> Any {
        ["key": try sampler.value(Value.self, label: label)]
    }
}

/// What may be `nil`.
private protocol SampledOptional {
    static var optionalName: String { get }
    static func sample(_ sampler: Sampler, _ label: String) throws -> Any
}

extension Optional: SampledOptional where Wrapped: Decodable {
    fileprivate static var optionalName: String { "\(Sampler.name(of: Wrapped.self))?" }

    fileprivate static func sample(_ sampler: Sampler, _ label: String) throws -> Any {
        try sampler.value(Wrapped.self, label: label)
    }
}

/// The fields that a type has asked for.
private final class Notes {
    var fields: [Sampler.Field] = []
    var optional: Set<String> = []
}

private struct SampleDecoder: Decoder {
    let sampler: Sampler
    let notes: Notes
    let label: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// A type that the wire has no form for.
    struct Unsuitable: Error {}

    func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleMap<Key>(sampler: sampler, notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw Unsuitable()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SampleValue(sampler: sampler, label: label)
    }
}

/// A map in which every key that is asked for is there.
private struct SampleMap<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let sampler: Sampler
    let notes: Notes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    /// Asked only before an optional field is read.
    func contains(_ key: Key) -> Bool {
        notes.optional.insert(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        notes.fields.append(
            Sampler.Field(
                name: key.stringValue,
                type: Sampler.name(of: type),
                isOptional: notes.optional.contains(key.stringValue)
            )
        )
        return try sampler.value(type, label: key.stringValue)
    }

    func nestedContainer<Nested>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        throw SampleDecoder.Unsuitable()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SampleDecoder.Unsuitable()
    }

    func superDecoder() throws -> any Decoder { throw SampleDecoder.Unsuitable() }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw SampleDecoder.Unsuitable() }
}

private struct SampleValue: SingleValueDecodingContainer {
    let sampler: Sampler
    let label: String
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try sampler.value(type, label: label)
    }
}
