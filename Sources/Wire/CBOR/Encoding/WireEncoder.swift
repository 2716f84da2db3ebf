public import NIOCore

/// Writes values as they travel between services: CBOR (RFC 8949) in its shortest forms.
///
/// * A type with keys becomes a map with text keys in the order in which they are encoded (for
///   synthesized code: in which they are declared), a `[String: X]` one whose keys are sorted by
///   their bytes, so that equal dictionaries have equal bytes in every process.
/// * An absent optional is left out of a map; `encodeNil` and an absent element write null.
/// * UUIDs and `ID`s carry tag 37, amounts tag 4, instants and media references tags of ours;
///   `ByteBuffer` and `[UInt8]` are byte strings; a floating-point number takes the shortest of the
///   three widths that keeps it.
///
/// What a peer would refuse is refused here: `Limits` hold for what is written as for what is read.
/// The order of a `Set` is not fixed; types on the wire use arrays.
///
/// A type that is `HandCoded` is written past Codable, as the same bytes.
public struct WireEncoder: Sendable {
    private let usesCodableAlone: Bool

    /// - Parameter usesCodableAlone: Whether `HandCoded` types are written by Codable all the same:
    ///   the bytes must be the same.
    public init(usesCodableAlone: Bool = false) {
        self.usesCodableAlone = usesCodableAlone
    }

    /// The value's bytes.
    public func encode<T: Encodable>(_ value: T) throws(WireEncodingError) -> ByteBuffer {
        let state = unsafe try encoded(value)
        defer { unsafe EncoderState.giveBack(state) }
        return unsafe state.pointee.output.copied()
    }

    /// Appends the value's bytes; a value that is refused appends nothing.
    public func encode<T: Encodable>(
        _ value: T,
        into buffer: inout ByteBuffer
    ) throws(WireEncodingError) {
        let state = unsafe try encoded(value)
        defer { unsafe EncoderState.giveBack(state) }
        unsafe buffer.writeBytes(state.pointee.output.bytes)
    }

    /// A state whose output is the value's bytes; the caller gives it back.
    private func encoded<T: Encodable>(
        _ value: T
    ) throws(WireEncodingError) -> UnsafeMutablePointer<EncoderState> {
        let state = unsafe EncoderState.borrow(depth: 0, usesCodableAlone: usesCodableAlone)
        do {
            let handle = unsafe EncodingHandle(state: state, slot: 0, serial: state.pointee.push())
            try handle.write(value, intoOwnFrame: true)
            try unsafe EncoderState.finish(state)
            return unsafe state
        } catch {
            unsafe EncoderState.giveBack(state)
            throw error as? WireEncodingError ?? WireEncodingError(.refused, "\(error)")
        }
    }
}

/// Why a value cannot be written. Always a mistake on this side.
public struct WireEncodingError: Error, Hashable, Sendable {
    /// Which rule the value breaks.
    public enum Reason: Hashable, Sendable {
        /// More than `Limits.depthMax` maps and arrays inside one another.
        case tooDeep
        /// More than `Limits.itemsMax` items in one map or array.
        case tooMany
        /// A string over `Limits.stringBytesMax`, or a whole over `Limits.frameBytesMax`.
        case tooLarge
        /// A container was used after the value that it belonged to was written, or beside another
        /// one that was not finished.
        case outlived
        /// A value asked for containers of different kinds, or wrote two values where one fits.
        case misused
        /// The value itself refused to be encoded.
        case refused
    }

    /// Which rule the value breaks.
    public var reason: Reason

    /// One sentence for the log.
    public var detail: String

    init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }
}
