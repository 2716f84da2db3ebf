public import NIOCore

/// Reads what `WireEncoder` writes, and what any other encoder writes that keeps to the wire's
/// rules.
///
/// The bytes must be exactly one item. They are walked through once before anything is read from
/// them (`Validator` says what is refused), so that a hostile body is an error and never a trap,
/// and reserves nothing by what it claims. Keys that the type does not know are skipped, null
/// counts as absent for an optional field. Keys may come in any order; the declared one is the
/// fastest. A floating-point field takes whole numbers that stay exact, a whole one no
/// floating-point number.
///
/// A type that is `HandCoded` is read past Codable, and past the walk: what reads it checks on its
/// way what it reads.
public struct WireDecoder: Sendable {
    private let usesCodableAlone: Bool

    /// - Parameter usesCodableAlone: Whether `HandCoded` types are read by Codable all the same: what
    ///   is read must be the same.
    public init(usesCodableAlone: Bool = false) {
        self.usesCodableAlone = usesCodableAlone
    }

    /// Reads the value that all of the buffer's readable bytes are.
    ///
    /// - Throws: Always because of the bytes; an `init(from:)` that throws refuses them.
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
                // Whatever way this ends, nobody reads the bytes afterwards.
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

/// Why bytes are not the value that was asked for. The peer's mistake, as long as the bytes are the
/// peer's: the switchboard answers it with `wire.malformed`.
public struct WireDecodingError: Error, Hashable, Sendable {
    /// What is wrong: the bytes, or what they stand for.
    public enum Reason: Hashable, Sendable {
        /// The bytes are not what the wire allows, or exceed `Limits`.
        case malformed
        /// They are, but not this type: a field is missing or of another type.
        case mismatch
        /// The type's own `init(from:)` refused them.
        case refused
    }

    /// What is wrong.
    public var reason: Reason

    /// A JSON pointer to what does not fit; empty for the whole.
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

    /// What to call an error that reading threw.
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
