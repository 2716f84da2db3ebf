public import NIOCore

/// Encodes values for the wire between services: CBOR (RFC 8949) in its shortest forms.
///
/// * A type with keys becomes a map with text keys in the order in which they are encoded (for
///   synthesized code: declared). A `[String: X]` becomes a map whose keys are sorted by their
///   bytes, so that equal dictionaries have equal bytes in every process.
/// * An absent optional is left out of a map; `encodeNil` and an absent element write null.
/// * UUIDs and `ID`s have tag 37, amounts tag 4, instants and media references private tags;
///   `ByteBuffer` and `[UInt8]` are byte strings; a floating-point number has the shortest of the
///   three widths that keeps it.
///
/// `Limits` apply to what is written as to what is read: what a peer would refuse is refused here.
/// The order of a `Set` is not fixed; types on the wire use arrays.
///
/// A `HandCoded` type is written without Codable, as the same bytes.
public struct WireEncoder: Sendable {
    private let usesCodableAlone: Bool

    /// - Parameter usesCodableAlone: Whether to write `HandCoded` types with Codable anyway; the
    ///   bytes must be the same.
    public init(usesCodableAlone: Bool = false) {
        self.usesCodableAlone = usesCodableAlone
    }

    /// Returns the encoded value.
    public func encode<T: Encodable>(_ value: T) throws(WireEncodingError) -> ByteBuffer {
        let state = unsafe try encoded(value)
        defer { unsafe EncoderState.giveBack(state) }
        return unsafe state.pointee.output.copied()
    }

    /// Appends the encoded value; a value that is refused appends nothing.
    public func encode<T: Encodable>(
        _ value: T,
        into buffer: inout ByteBuffer
    ) throws(WireEncodingError) {
        let state = unsafe try encoded(value)
        defer { unsafe EncoderState.giveBack(state) }
        unsafe buffer.writeBytes(state.pointee.output.bytes)
    }

    /// Returns a state whose output is the encoded value; the caller gives the state back.
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

/// Why a value cannot be encoded. Always a bug on this side.
public struct WireEncodingError: Error, Hashable, Sendable {
    /// Which rule the value breaks.
    public enum Reason: Hashable, Sendable {
        /// More than `Limits.depthMax` nested maps and arrays.
        case tooDeep
        /// More than `Limits.itemsMax` items in one map or array.
        case tooMany
        /// A string over `Limits.stringBytesMax`, or a message over `Limits.frameBytesMax`.
        case tooLarge
        /// A container was used after the value it belonged to was written, or beside another one
        /// that was not finished.
        case outlived
        /// A value requested containers of different kinds, or wrote two values where one fits.
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
