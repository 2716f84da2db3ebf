import FoundationEssentials
import NIOCore
import Values

/// A place in an encoding where one value is written; the `Encoder` that the value sees.
///
/// Three words, so that it fits into an existential without an allocation.
@safe
struct EncodingHandle: Encoder, BitwiseCopyable {
    let state: UnsafeMutablePointer<EncoderState>
    let slot: Int
    let serial: UInt64

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        let place = opened(as: type)
        // A reused container, if it has no other owner. `Copier` explains why it is copied this
        // way.
        if let lent = unsafe state.pointee.containers.lend(to: place, ObjectIdentifier(type)),
            let copier = unsafe lent.pointee.copier
        {
            return unsafe unsafeDowncast(copier, to: Copier<KeyedEncodingContainer<Key>>.self)
                .copy(from: lent)
        }
        return newContainer(keyedBy: type, at: place)
    }

    @inline(never)
    private func newContainer<Key>(
        keyedBy type: Key.Type,
        at place: EncodingHandle
    ) -> KeyedEncodingContainer<Key> {
        let stored = unsafe state.pointee.containers.store(type, for: place) {
            unsafe KeyedEncodingContainer(MapEncodingContainer<Key>(place, shared: $0))
        }
        return stored ?? KeyedEncodingContainer(MapEncodingContainer<Key>(place))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ArrayEncodingContainer(handle: opened(.array))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        SingleEncodingContainer(handle: self)
    }

    func opened<Key: CodingKey>(as type: Key.Type) -> EncodingHandle {
        opened(ObjectIdentifier(type) == DictionaryKeyProbe.key ? .sortedMap : .map)
    }

    func opened(_ kind: EncoderFrame.Kind) -> EncodingHandle {
        unsafe EncodingHandle(
            state: state,
            slot: slot,
            serial: state.pointee.open(kind, slot, serial)
        )
    }

    /// A place whose bytes are inserted at the current end of the output.
    func nested() -> EncodingHandle {
        let nested = unsafe state.pointee.splice(slot)
        return unsafe EncodingHandle(state: nested, slot: 0, serial: nested.pointee.push())
    }

    /// A place that accepts nothing and throws.
    var dead: EncodingHandle {
        unsafe EncodingHandle(state: state, slot: slot, serial: EncoderState.dead)
    }

    @inline(__always)
    func beginEntry() throws {
        try unsafe state.pointee.beginEntry(slot, serial)
    }

    @inline(__always)
    func begin(_ name: UnsafePointer<KeyNames.Name>) throws {
        try unsafe state.pointee.beginEntry(slot, serial)
        unsafe state.pointee.output.append(name)
    }

    @inline(never)
    func begin(_ key: some CodingKey) throws {
        try unsafe state.pointee.beginEntry(slot, serial)
        unsafe state.pointee.output.appendText(key.stringValue)
    }

    @inline(__always)
    func writeScalar<Scalar: WireScalar>(_ scalar: Scalar) throws {
        try unsafe scalar.write(to: &state.pointee.output)
    }

    func writeNull() {
        unsafe state.pointee.output.append(Item.null)
    }

    /// Writes a value of one of the wire's own types. `level` is the number of maps and arrays of
    /// this state around it.
    @inline(never)
    private func writeKnown<T>(_ value: T, _ form: WireType, level: Int) throws {
        switch form {
        case .text: try unsafe writeScalar(unsafeBitCast(value, to: String.self))
        case .uuid: unsafe state.pointee.output.appendUUID(unsafeBitCast(value, to: UUID.self))
        case .instant:
            try unsafe state.pointee.output.appendInstant(unsafeBitCast(value, to: Instant.self))
        case .integer: try unsafe writeScalar(unsafeBitCast(value, to: Int.self))
        case .amount:
            try unsafe state.pointee.checkDepth(of: level)
            unsafe state.pointee.output.appendAmount(unsafeBitCast(value, to: Amount.self))
        case .bytes:
            let bytes = unsafe unsafeBitCast(value, to: [UInt8].self)
            try unsafe bytes.withUnsafeBytes { try unsafe writeBytes($0) }
        case .buffer:
            let buffer = unsafe unsafeBitCast(value, to: ByteBuffer.self)
            try unsafe buffer.withUnsafeReadableBytes { try unsafe writeBytes($0) }
        case .reference:
            try unsafe state.pointee.checkDepth(of: level)
            unsafe state.pointee.output.appendMediaReference(
                unsafeBitCast(value, to: MediaReference.self)
            )
        case .stringEnum(let words): try writeWord(value, of: words)
        case .byHand, .itself: preconditionFailure("no type of the wire's own")
        }
    }

    private func writeWord<T, Word: OpenEnum>(_ value: T, of words: Word.Type) throws {
        try writeScalar(unsafe unsafeBitCast(value, to: words).rawValue)
    }

    /// Writes a `HandCoded` value; returns `false` when Codable must find what is wrong with it.
    @inline(never)
    private func writeByHand<T, Hand: HandCoded>(
        _ value: T,
        as hand: Hand.Type,
        level: Int
    ) -> Bool {
        var writer = unsafe FieldWriter(state.pointee.output, depth: state.pointee.depth + level)
        let start = writer.output.count
        unsafe withUnsafePointer(to: value) {
            unsafe UnsafeRawPointer($0).assumingMemoryBound(to: hand).pointee.write(to: &writer)
        }
        if writer.isRefused { writer.output.truncate(to: start) }
        unsafe state.pointee.output = writer.output
        return !writer.isRefused
    }

    /// Writes a value of a known wire type; returns `false` when the value must encode itself.
    @inline(__always)
    private func writeFormed<T>(_ value: T, level: Int) throws -> Bool {
        let form = unsafe state.pointee.forms.form(of: T.self)
        switch form {
        case .itself: return false
        case .byHand(let hand):
            return unsafe !state.pointee.usesCodableAlone
                && writeByHand(value, as: hand, level: level)
        default:
            try writeKnown(value, form, level: level)
            return true
        }
    }

    private func writeBytes(_ bytes: UnsafeRawBufferPointer) throws {
        guard bytes.count <= Limits.stringBytesMax else { throw EncoderState.tooLarge }
        unsafe state.pointee.output.appendHead(Major.bytes, UInt64(bytes.count))
        unsafe state.pointee.output.append(bytes)
    }

    /// Writes the value of an entry or an item, or the value of this place itself.
    func write<T: Encodable>(_ value: T, intoOwnFrame isOwn: Bool = false) throws {
        if isOwn {
            // The frame becomes single only when the value has a known wire type; otherwise the
            // value opens the container that it needs.
            try unsafe state.pointee.passOn(slot, serial)
            if try writeFormed(value, level: slot) {
                try unsafe state.pointee.beginSingle(slot, serial)
            } else {
                try value.encode(to: self)
            }
            return
        }
        if try writeFormed(value, level: slot + 1) { return }
        let place = unsafe EncodingHandle(
            state: state,
            slot: slot + 1,
            serial: state.pointee.push()
        )
        do {
            try value.encode(to: place)
        } catch {
            // A caller that catches this error cannot continue: half a value was written.
            unsafe state.pointee.fail(.refused, "\(error)")
            throw error
        }
        unsafe state.pointee.pop()
    }
}
