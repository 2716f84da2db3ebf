import FoundationEssentials
import NIOCore

/// One value that is being read; the `Decoder` that its type sees.
///
/// Three words, so that it fits into an existential without an allocation.
@safe
struct DecodingHandle: Decoder, BitwiseCopyable {
    let state: UnsafeMutablePointer<DecoderState>
    let slot: Int
    let serial: UInt64

    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] {
        guard unsafe state.pointee.isLive(slot, serial) else { return [] }
        return unsafe state.pointee.path(to: slot)
    }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try open(.map)
        // A reused container, if it has no other owner. `Copier` explains why it is copied this
        // way.
        if let lent = unsafe state.pointee.containers.lend(to: self, ObjectIdentifier(type)),
            let copier = unsafe lent.pointee.copier
        {
            return unsafe unsafeDowncast(copier, to: Copier<KeyedDecodingContainer<Key>>.self)
                .copy(from: lent)
        }
        return newContainer(keyedBy: type)
    }

    @inline(never)
    private func newContainer<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        let stored = unsafe state.pointee.containers.store(type, for: self) {
            unsafe KeyedDecodingContainer(MapDecodingContainer<Key>(self, shared: $0))
        }
        return stored ?? KeyedDecodingContainer(MapDecodingContainer<Key>(self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try open(.array)
        return ArrayDecodingContainer(handle: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try check()
        return SingleDecodingContainer(handle: self)
    }

    /// Throws when the decoding that this handle belongs to is over.
    @inline(__always)
    func check() throws {
        guard unsafe state.pointee.isLive(slot, serial) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "A container was used after its value.")
            )
        }
    }

    func open(_ kind: DecoderFrame.Kind) throws {
        try check()
        guard unsafe state.pointee.open(kind, slot) else {
            throw unsafe mismatch(
                kind == .map ? [String: Any].self : [Any].self,
                expected: kind == .map ? "a map" : "an array",
                at: state.pointee[slot].start,
                path: codingPath
            )
        }
    }

    /// Opens another frame, which lasts until this one is closed or releases it.
    func nested(at start: Int, _ label: DecoderFrame.Label) -> DecodingHandle {
        let next = unsafe state.pointee.nextSlot
        return unsafe DecodingHandle(
            state: state,
            slot: next,
            serial: state.pointee.push(at: start, label: label, parent: slot)
        )
    }

    func mismatch(
        _ type: any Any.Type,
        expected: String,
        at start: Int,
        path: [any CodingKey]
    ) -> DecodingError {
        let kind = unsafe state.pointee.input.kind(at: start)
        return .typeMismatch(
            type,
            .init(codingPath: path, debugDescription: "Expected \(expected), found \(kind).")
        )
    }

    /// Reads the scalar at an offset, or throws an error that names what is there instead.
    @inline(__always)
    func readScalar<Scalar: WireScalar>(
        _ type: Scalar.Type,
        at start: Int,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> Scalar {
        unsafe state.pointee.position = start
        guard
            let scalar = unsafe Scalar.read(
                from: state.pointee.input,
                at: &state.pointee.position
            )
        else { throw mismatch(type, expected: type.expectation, at: start, path: path()) }
        return scalar
    }

    /// Reads a value of one of the wire's own types, and moves past it.
    @inline(never)
    private func readKnown<T>(
        _ type: T.Type,
        _ form: WireType,
        at start: Int,
        path: () -> [any CodingKey]
    ) throws -> T {
        let input = unsafe state.pointee.input
        var position = start
        func found<Known>(_ value: Known) -> T {
            unsafe state.pointee.position = position
            return unsafe unsafeBitCast(value, to: T.self)
        }
        let expected: String
        switch form {
        case .text:
            if let text = String.read(from: input, at: &position) { return found(text) }
            expected = "a text"
        case .uuid:
            // Read directly from the input: a UUID is 16 bytes without alignment.
            if let uuid = unsafe input.uuidBytes(at: &position) {
                unsafe state.pointee.position = position
                return unsafe uuid.assumingMemoryBound(to: T.self).pointee
            }
            expected = "a UUID"
        case .instant:
            if let instant = input.instant(at: &position) { return found(instant) }
            expected = "an instant"
        case .integer:
            if let number = Int.read(from: input, at: &position) { return found(number) }
            expected = Int.expectation
        case .amount:
            if let amount = input.amount(at: &position) { return found(amount) }
            expected = "an amount"
        case .bytes:
            if let bytes = unsafe input.byteString(at: &position) {
                return unsafe found([UInt8](bytes))
            }
            expected = "bytes"
        case .buffer:
            if let bytes = unsafe input.byteString(at: &position) {
                return unsafe found(ByteBuffer(bytes: bytes))
            }
            expected = "bytes"
        case .reference:
            if let reference = input.mediaReference(at: &position) { return found(reference) }
            expected = "a media reference"
        case .stringEnum(let words):
            if let text = String.read(from: input, at: &position) {
                unsafe state.pointee.position = position
                return words.stringEnum(text, as: type)
            }
            expected = "a text"
        case .byHand, .itself: preconditionFailure("no type of the wire's own")
        }
        let isText = if case .stringEnum = form { true } else { false }
        throw mismatch(isText ? String.self : type, expected: expected, at: start, path: path())
    }

    /// Reads a `HandCoded` value, and moves past it.
    @inline(never)
    private func readByHand<T, Hand: HandCoded>(
        _ type: T.Type,
        _ hand: Hand.Type,
        at start: Int
    ) throws(FallbackNeeded) -> T {
        var reader = unsafe FieldReader(state.pointee.input, at: start)
        let value = try Hand(from: &reader)
        unsafe state.pointee.position = reader.position
        return unsafe unsafeBitCast(value, to: T.self)
    }

    /// Reads the value at an offset, and moves past it.
    @inline(__always)
    func read<T: Decodable>(
        _ type: T.Type,
        at start: Int,
        _ label: DecoderFrame.Label,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> T {
        let form = unsafe state.pointee.forms.form(of: type)
        switch form {
        case .itself: break
        case .byHand(let hand):
            if unsafe !state.pointee.usesCodableAlone {
                do { return try readByHand(type, hand, at: start) } catch {}
            }
        default: return try readKnown(type, form, at: start, path: path)
        }
        let place = nested(at: start, label)
        do {
            let value = try T(from: place)
            unsafe state.pointee.pop(place.slot)
            return value
        } catch {
            unsafe state.pointee.release(place.slot)
            throw error
        }
    }

    /// Reads the value of this frame itself.
    @inline(__always)
    func readOwn<T: Decodable>(_ type: T.Type) throws -> T {
        try check()
        return try unsafe readOwn(type, state.pointee.forms.form(of: type))
    }

    /// Reads the value of this frame, which is in use, as that wire type.
    func readOwn<T: Decodable>(_ type: T.Type, _ form: WireType) throws -> T {
        let start = unsafe state.pointee[slot].start
        switch form {
        case .itself: return try T(from: self)
        case .byHand(let hand):
            if unsafe !state.pointee.usesCodableAlone {
                do {
                    let value = try readByHand(type, hand, at: start)
                    unsafe state.pointee[slot].end = state.pointee.position
                    return value
                } catch {}
            }
        default:
            let value = try readKnown(type, form, at: start) { codingPath }
            unsafe state.pointee[slot].end = state.pointee.position
            return value
        }
        return try T(from: self)
    }
}

extension OpenEnum {
    /// The case with that raw value, as the same type under another name.
    fileprivate static func stringEnum<T>(_ text: String, as type: T.Type) -> T {
        unsafe unsafeBitCast(Self(word: text) ?? .unknown, to: type)
    }
}
