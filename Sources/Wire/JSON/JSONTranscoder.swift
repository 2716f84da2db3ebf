import FoundationEssentials
public import NIOCore
import Values

/// Transcodes a reply's CBOR to JSON directly, so that the gateway need not know the reply's type.
///
/// | CBOR | JSON |
/// |---|---|
/// | map, array, text, integer, true, false, null | the same |
/// | floating-point number | the shortest digits that read back the same; NaN and infinities null |
/// | UUID | a string in lowercase |
/// | instant | a string, RFC 3339 in UTC |
/// | amount | a number of at most six decimals |
/// | media reference | a string, the URL that the closure writes |
/// | byte string | a string, base64 (RFC 4648 §4, padded) |
/// | any other tag | its content |
/// | undefined and other simple values | null |
///
/// What `WireDecoder` refuses as malformed is refused here too, before anything is written.
public struct JSONTranscoder: Sendable {
    /// Appends the characters of a picture's URL.
    public typealias MediaURL = @Sendable (MediaReference, inout ByteBuffer) -> Void

    private let mediaURL: MediaURL

    /// - Parameter mediaURL: Called for each media reference, at most twice.
    public init(mediaURL: @escaping MediaURL) {
        self.mediaURL = mediaURL
    }

    /// Appends the JSON of the one item in the buffer; appends nothing when the item is refused.
    public func transcode(
        _ cbor: ByteBuffer,
        into json: inout ByteBuffer
    ) throws(WireDecodingError) {
        let state = unsafe EncoderState.borrow(depth: 0, usesCodableAlone: false)
        defer { unsafe EncoderState.giveBack(state) }
        do {
            try unsafe cbor.withUnsafeReadableBytes { bytes in
                guard unsafe !transcribe(bytes, with: state) else { return }
                let input = unsafe Input(bytes)
                var keys = KeyList()
                defer { keys.deallocate() }
                try unsafe Validator.validate(input, keys: &keys)
                var position = 0
                try unsafe item(of: input, at: &position, to: &state.pointee.output)
            }
        } catch let error as WireDecodingError {
            throw error
        } catch {
            throw WireDecodingError(refused: "\(error)")
        }
        if json.capacity == 0 {
            json = unsafe state.pointee.output.copied()
        } else {
            unsafe json.writeBytes(state.pointee.output.bytes)
        }
    }

    /// Takes the fast path; returns `false`, having written nothing, when that gives up.
    private func transcribe(
        _ bytes: UnsafeRawBufferPointer,
        with state: UnsafeMutablePointer<EncoderState>
    ) -> Bool {
        guard unsafe !bytes.isEmpty else { return false }
        var transcription = unsafe FastTranscoder(
            bytes,
            into: state.pointee.output,
            scratch: state.pointee.scratch,
            mediaURL: mediaURL
        )
        let isDone = transcription.run()
        unsafe state.pointee.output = transcription.output
        if !isDone { unsafe state.pointee.output.truncate(to: 0) }
        return isDone
    }

    /// Writes the validated item at `position`, and moves past it.
    private func item(
        of input: Input,
        at position: inout Int,
        to output: inout ByteWriter
    ) throws(WireDecodingError) {
        let start = position
        let head = input.head(at: &position)
        switch head.major {
        case Major.unsigned: output.appendDecimal(head.argument, isNegative: false)
        case Major.negative:
            if head.argument == .max {
                output.append("-18446744073709551616")
            } else {
                output.appendDecimal(head.argument + 1, isNegative: true)
            }
        case Major.bytes:
            unsafe output.appendBase64(input.bytes(at: position, count: Int(head.argument)))
            position += Int(head.argument)
        case Major.text:
            unsafe output.appendQuoted(input.bytes(at: position, count: Int(head.argument)))
            position += Int(head.argument)
        case Major.array:
            output.append(UInt8(ascii: "["))
            for index in 0..<head.argument {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                try item(of: input, at: &position, to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case Major.map:
            output.append(UInt8(ascii: "{"))
            for index in 0..<head.argument {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                let length = Int(input.head(at: &position).argument)
                unsafe output.appendQuoted(input.bytes(at: position, count: length))
                position += length
                output.append(UInt8(ascii: ":"))
                try item(of: input, at: &position, to: &output)
            }
            output.append(UInt8(ascii: "}"))
        case Major.tag:
            position = start
            try tagged(head.argument, of: input, at: &position, to: &output)
        default: simple(head, to: &output)
        }
    }

    private func simple(_ head: Head, to output: inout ByteWriter) {
        switch head.info {
        case 20: output.append("false")
        case 21: output.append("true")
        case 25...27 where head.float.isFinite: output.appendShortest(head.float)
        default: output.append("null")
        }
    }

    /// Writes a tagged item; `position` is that of its tag.
    private func tagged(
        _ tag: UInt64,
        of input: Input,
        at position: inout Int,
        to output: inout ByteWriter
    ) throws(WireDecodingError) {
        let start = position
        switch tag {
        case Tag.uuid:
            guard let uuid = input.uuid(at: &position) else { throw wrong("UUID", start) }
            unsafe withUnsafeBytes(of: uuid.uuid) { unsafe output.appendUUIDText($0) }
        case Tag.instant:
            guard let instant = input.instant(at: &position) else { throw wrong("instant", start) }
            output.appendRFC3339(instant)
        case Tag.decimalFraction:
            guard let amount = input.amount(at: &position) else { throw wrong("amount", start) }
            output.appendCharacters(of: amount.description)
        case Tag.mediaReference:
            guard let reference = input.mediaReference(at: &position) else {
                throw wrong("media reference", start)
            }
            var url = ByteBuffer()
            mediaURL(reference, &url)
            unsafe url.withUnsafeReadableBytes { unsafe output.appendQuoted($0) }
        default:
            _ = input.head(at: &position)
            try item(of: input, at: &position, to: &output)
        }
    }

    private func wrong(_ what: String, _ start: Int) -> WireDecodingError {
        WireDecodingError(malformed: "a tag of a \(what) around something else", at: start)
    }
}
