import FoundationEssentials
import Identifiers
import NIOCore
import Values

/// How the values of a type are coded.
enum WireType {
    case text
    /// A UUID or an `ID`, which has the same layout.
    case uuid
    case instant
    case integer
    case amount
    case bytes
    case buffer
    case reference
    case stringEnum(any OpenEnum.Type)
    case byHand(any HandCoded.Type)
    /// By its own Codable conformance.
    case itself

    fileprivate init<T>(of type: T.Type) {
        self =
            switch type {
            case is String.Type: .text
            case is UUID.Type, is any NamedByUUID.Type: .uuid
            case is Instant.Type: .instant
            case is Int.Type: .integer
            case is Amount.Type: .amount
            case is [UInt8].Type: .bytes
            case is ByteBuffer.Type: .buffer
            case is MediaReference.Type: .reference
            case let type as any OpenEnum.Type: .stringEnum(type)
            case let hand as any HandCoded.Type: .byHand(hand)
            default: .itself
            }
    }
}

/// A type with the memory layout of a UUID.
private protocol NamedByUUID {}

extension ID: NamedByUUID {}

/// A cache of each type's `WireType`: asking the runtime takes longer than writing a small value.
@safe
struct WireTypeTable {
    private struct Entry {
        var type: ObjectIdentifier?
        var form: WireType
    }

    private let entries: UnsafeMutablePointer<Entry>

    init() {
        unsafe entries = .allocate(capacity: 256)
        unsafe entries.initialize(repeating: Entry(form: .itself), count: 256)
    }

    @inline(__always)
    func form<T>(of type: T.Type) -> WireType {
        let key = ObjectIdentifier(type)
        let entry = unsafe entries + Self.place(of: key)
        if unsafe entry.pointee.type == key { return unsafe entry.pointee.form }
        return ask(type)
    }

    @inline(__always)
    private static func place(of key: ObjectIdentifier) -> Int {
        Int((UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    }

    /// Probes the places after the first, and asks the runtime when the type is in none of them.
    @inline(never)
    private func ask<T>(_ type: T.Type) -> WireType {
        let key = ObjectIdentifier(type)
        let first = Self.place(of: key)
        for offset in 1..<4 {
            let entry = unsafe entries + (first + offset) % 256
            if unsafe entry.pointee.type == key { return unsafe entry.pointee.form }
        }
        let free = (0..<4).first { unsafe entries[(first + $0) % 256].type == nil } ?? 0
        let form = WireType(of: type)
        unsafe entries[(first + free) % 256] = Entry(type: key, form: form)
        return form
    }
}
