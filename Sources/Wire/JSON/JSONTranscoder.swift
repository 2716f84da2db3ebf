import FoundationEssentials
public import NIOCore
import Values

/// Writes a reply's CBOR as JSON, byte to byte, so that the gateway need not know the reply's type.
///
/// | CBOR | JSON |
/// |---|---|
/// | map, array, text, whole number, true, false, null | the same |
/// | floating-point number | the shortest digits that read back the same; NaN and infinities null |
/// | UUID | a string in lower case |
/// | instant | a string, RFC 3339 in UTC |
/// | amount | a number of at most six decimals |
/// | media reference | a string, the URL that the closure writes |
/// | byte string | a string, base64 (RFC 4648 §4, padded) |
/// | any other tag | what it holds |
/// | undefined and other simple values | null |
///
/// What `WireDecoder` refuses as malformed is refused here too, before anything is written.
public struct JSONTranscoder: Sendable {
    /// Appends the characters of a picture's URL.
    public typealias MediaURL = @Sendable (MediaReference, inout ByteBuffer) -> Void

    private let mediaURL: MediaURL

    /// - Parameter mediaURL: Called for each media reference, once.
    public init(mediaURL: @escaping MediaURL) {
        self.mediaURL = mediaURL
    }

    /// Appends the JSON of the one item that the buffer holds; what is refused appends nothing.
    public func transcode(
        _ cbor: ByteBuffer,
        into json: inout ByteBuffer
    ) throws(WireDecodingError) {
        var output = RawOutput(capacity: 256 + cbor.readableBytes * 2)
        defer { output.deallocate() }
        do {
            try unsafe cbor.withUnsafeReadableBytes { bytes in
                let input = unsafe Input(bytes)
                var keys = KeyList()
                defer { keys.deallocate() }
                try unsafe Validator.validate(input, keys: &keys)
                var position = 0
                try item(of: input, at: &position, to: &output)
            }
        } catch let error as WireDecodingError {
            throw error
        } catch {
            throw WireDecodingError(refused: "\(error)")
        }
        unsafe json.writeBytes(output.bytes)
    }

    /// Writes the item at `position`, which was validated, and moves behind it.
    private func item(
        of input: Input,
        at position: inout Int,
        to output: inout RawOutput
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

    private func simple(_ head: Head, to output: inout RawOutput) {
        switch head.info {
        case 20: output.append("false")
        case 21: output.append("true")
        case 25...27 where head.float.isFinite: output.appendShortest(head.float)
        default: output.append("null")
        }
    }

    /// Writes a tagged item; `position` stands before its tag.
    private func tagged(
        _ tag: UInt64,
        of input: Input,
        at position: inout Int,
        to output: inout RawOutput
    ) throws(WireDecodingError) {
        let start = position
        switch tag {
        case Tag.uuid:
            guard let uuid = input.uuid(at: &position) else { throw wrong("UUID", start) }
            unsafe withUnsafeBytes(of: uuid.uuid) { unsafe output.appendUUIDText($0) }
        case Tag.instant:
            guard let instant = input.instant(at: &position) else { throw wrong("instant", start) }
            output.append(UInt8(ascii: "\""))
            unsafe instant.rfc3339.withUnsafeBytes { unsafe output.append($0) }
            output.append(UInt8(ascii: "\""))
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

extension RawOutput {
    fileprivate mutating func appendCharacters(of text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0)) }
    }

    fileprivate mutating func appendDecimal(_ number: UInt64, isNegative: Bool) {
        if isNegative { append(UInt8(ascii: "-")) }
        if number < 10 {
            append(UInt8(ascii: "0") + UInt8(number))
        } else {
            appendCharacters(of: String(number))
        }
    }

    /// Writes `1` for 1.0, as other writers of JSON do.
    fileprivate mutating func appendShortest(_ number: Double) {
        let text = number.description
        appendCharacters(of: text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    fileprivate mutating func appendUUIDText(_ bytes: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        for index in 0..<16 {
            if index == 4 || index == 6 || index == 8 || index == 10 { append(UInt8(ascii: "-")) }
            let byte = unsafe bytes[index]
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 0xF))
        }
        append(UInt8(ascii: "\""))
    }

    @inline(__always)
    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble
    }

    /// Writes a JSON string: runs of plain characters as they are, the others escaped.
    fileprivate mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var written = 0
        var index = 0
        while index < text.count {
            if index + 8 <= text.count {
                let word = unsafe text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                if Self.isPlain(word) {
                    index += 8
                    continue
                }
            }
            let byte = unsafe text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                unsafe append(UnsafeRawBufferPointer(rebasing: text[written..<index]))
                appendEscaped(byte)
                written = index + 1
            }
            index += 1
        }
        unsafe append(UnsafeRawBufferPointer(rebasing: text[written...]))
        append(UInt8(ascii: "\""))
    }

    /// Whether none of eight bytes needs an escape; says no too often, never yes.
    @inline(__always)
    private static func isPlain(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ ones &* 0x22
        let slashes = word ^ ones &* 0x5C
        let marks =
            word &- ones &* 0x20 | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | word
        return marks & ones &* 0x80 == 0
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        default:
            append("\\u00")
            append(Self.hexDigit(byte >> 4))
            append(Self.hexDigit(byte & 0xF))
        }
    }

    fileprivate mutating func appendBase64(_ bytes: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        var index = 0
        while index < bytes.count {
            let length = min(3, bytes.count - index)
            var group: UInt32 = 0
            for offset in 0..<3 {
                group = group << 8
                if offset < length { unsafe group |= UInt32(bytes[index + offset]) }
            }
            for digit in 0..<4 {
                append(
                    digit <= length
                        ? Self.base64Digit(UInt8(group >> (18 - 6 * UInt32(digit)) & 0x3F))
                        : UInt8(ascii: "=")
                )
            }
            index += 3
        }
        append(UInt8(ascii: "\""))
    }

    private static func base64Digit(_ number: UInt8) -> UInt8 {
        switch number {
        case 0..<26: UInt8(ascii: "A") + number
        case 26..<52: UInt8(ascii: "a") + number - 26
        case 52..<62: UInt8(ascii: "0") + number - 52
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }
}
