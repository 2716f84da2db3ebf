import FoundationEssentials
import NIOCore
import Values

/// One value being read; the `Decoder` that its type sees.
///
/// Three words, so that it stands inside an existential without an allocation.
@safe
struct DecodingHandle: Decoder {
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
        return KeyedDecodingContainer(MapDecodingContainer<Key>(handle: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try open(.array)
        return ArrayDecodingContainer(handle: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        try check()
        return SingleDecodingContainer(handle: self)
    }

    /// Throws where the decoding that this belongs to is over.
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

    /// Reads the scalar that begins at an offset, or throws what stands there instead.
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

    /// Reads a value of one of the wire's own types; `nil` where the type reads itself.
    ///
    /// Sizes are compared first, then types; a cast would cost ten times as much.
    @inline(__always)
    private func readKnown<T>(
        _ type: T.Type,
        at start: Int,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> T? {
        func known<Known>(_ expected: String, _ read: (Input, inout Int) -> Known?) throws -> T {
            var position = start
            guard let value = unsafe read(state.pointee.input, &position) else {
                throw mismatch(type, expected: expected, at: start, path: path())
            }
            unsafe state.pointee.position = position
            return unsafe unsafeBitCast(value, to: T.self)
        }
        switch MemoryLayout<T>.size {
        case 16:
            if T.self == String.self {
                return try known("a text") { String.read(from: $0, at: &$1) }
            } else if T.self == UUID.self {
                return try known("a UUID") { $0.uuid(at: &$1) }
            }
        case 8:
            if T.self == Instant.self {
                return try known("an instant") { $0.instant(at: &$1) }
            } else if T.self == Int.self {
                return try known(Int.expectation) { Int.read(from: $0, at: &$1) }
            } else if T.self == Amount.self {
                return try known("an amount") { $0.amount(at: &$1) }
            } else if T.self == [UInt8].self {
                return try known("bytes") {
                    unsafe $0.byteString(at: &$1).map { unsafe [UInt8]($0) }
                }
            }
        default:
            if T.self == ByteBuffer.self {
                return try known("bytes") {
                    unsafe $0.byteString(at: &$1).map { unsafe ByteBuffer(bytes: $0) }
                }
            } else if T.self == MediaReference.self {
                return try known("a media reference") { $0.mediaReference(at: &$1) }
            }
        }
        return nil
    }

    /// Reads the value that begins at an offset and moves behind it.
    @inline(__always)
    func read<T: Decodable>(
        _ type: T.Type,
        at start: Int,
        _ label: DecoderFrame.Label,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> T {
        if let known = try readKnown(type, at: start, path: path()) { return known }
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

    /// Reads this place's own value.
    func readOwn<T: Decodable>(_ type: T.Type) throws -> T {
        try check()
        let start = unsafe state.pointee[slot].start
        if let known = try readKnown(type, at: start, path: codingPath) {
            unsafe state.pointee[slot].end = state.pointee.position
            return known
        }
        return try T(from: self)
    }
}
