public import NIOCore

/// Decodes what `WireEncoder` writes, and what any other encoder writes that follows the wire's
/// rules.
///
/// The bytes must be exactly one item. They are validated before anything is read from them (see
/// `Validator`), so a hostile body causes an error and never a trap, and cannot cause large
/// allocations by what it claims. Keys that the type does not know are skipped; null counts as
/// absent for an optional field. Keys may be in any order; the declared one is the fastest. A
/// floating-point field accepts integers that it represents exactly; an integer field accepts no
/// floating-point number.
///
/// A `HandCoded` type is read without Codable and without prior validation: its reader checks what
/// it reads.
public struct WireDecoder: Sendable {
    private let usesCodableAlone: Bool

    /// - Parameter usesCodableAlone: Whether to read `HandCoded` types with Codable anyway; the
    ///   result must be the same.
    public init(usesCodableAlone: Bool = false) {
        self.usesCodableAlone = usesCodableAlone
    }

    /// Decodes the value that spans all readable bytes of the buffer.
    ///
    /// - Throws: `WireDecodingError`, always because of the bytes; an `init(from:)` that throws
    ///   refuses them.
    public func decode<T: Decodable>(
        _ type: T.Type,
        from buffer: ByteBuffer
    ) throws(WireDecodingError) -> T {
        let state = unsafe DecoderState.shelf.borrow()
        defer { unsafe DecoderState.shelf.giveBack(state) }
        do {
            return try unsafe buffer.withUnsafeReadableBytes { bytes in
                let form = unsafe state.pointee.forms.form(of: type)
                if case .byHand(let hand) = form, !usesCodableAlone {
                    do {
                        return try unsafe DecoderState.readByHand(type, hand, from: bytes)
                    } catch {}
                }
                // However this ends, the bytes are not read afterwards.
                defer { unsafe state.pointee.finish() }
                unsafe state.pointee.usesCodableAlone = usesCodableAlone
                try unsafe state.pointee.begin(bytes)
                let handle = unsafe DecodingHandle(
                    state: state,
                    slot: 0,
                    serial: state.pointee.push(at: 0, label: .root)
                )
                return try handle.readOwn(type, form)
            }
        } catch {
            throw WireDecodingError.of(error)
        }
    }
}

/// Why bytes cannot be decoded as the requested type. When the bytes are the peer's, so is the
/// mistake: the switchboard answers with `wire.malformed`.
public struct WireDecodingError: Error, Hashable, Sendable {
    /// Whether the bytes are wrong, or the value in them.
    public enum Reason: Hashable, Sendable {
        /// The bytes break the wire's rules or exceed `Limits`.
        case malformed
        /// The bytes are well-formed, but a field is missing or has another type.
        case mismatch
        /// The type's own `init(from:)` refused the value.
        case refused
    }

    /// What is wrong.
    public var reason: Reason

    /// A JSON pointer to the wrong value; empty for the root.
    public var pointer: String

    /// One sentence for the log.
    public var detail: String

    init(malformed detail: String, at offset: Int) {
        reason = .malformed
        pointer = ""
        self.detail = "At byte \(offset): \(detail)."
    }

    init(refused detail: String) {
        reason = .refused
        pointer = ""
        self.detail = detail
    }

    /// Converts an error that reading threw.
    @inline(never)
    static func of(_ error: any Error) -> WireDecodingError {
        switch error {
        case let error as WireDecodingError: error
        case let error as DecodingError: WireDecodingError(error)
        default: WireDecodingError(refused: "\(error)")
        }
    }

    init(_ error: DecodingError) {
        let context: DecodingError.Context
        var path: [any CodingKey] = []
        switch error {
        case .keyNotFound(let key, let of):
            context = of
            path = [key]
        case .typeMismatch(_, let of), .valueNotFound(_, let of), .dataCorrupted(let of):
            context = of
        @unknown default:
            context = .init(codingPath: [], debugDescription: "\(error)")
        }
        reason = .mismatch
        pointer = (context.codingPath + path).pointer
        detail = context.debugDescription
    }
}
