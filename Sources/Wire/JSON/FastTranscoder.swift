import FoundationEssentials
import Identifiers
import NIOCore
import Values

/// The fast path from CBOR to JSON: it validates and writes in one pass.
///
/// It handles what `WireEncoder` writes, and gives up on anything else: other tags, floating-point
/// numbers, byte strings, maps of more than 24 keys, and anything invalid. The slow path then
/// repeats the work, and reports errors.
@safe
struct FastTranscoder {
    private let bytes: UnsafeRawPointer
    private let count: Int
    /// The output, except while `run` is working.
    private(set) var output: ByteWriter
    private let scratch: TranscoderScratch
    private let mediaURL: JSONTranscoder.MediaURL
    /// The buffer that the closure writes into, once there is a media reference.
    private var url: ByteBuffer?

    /// - Parameters:
    ///   - bytes: At least one byte.
    ///   - output: The writer to append to.
    ///   - scratch: Memory that nothing else uses meanwhile.
    ///   - mediaURL: Writes a picture's URL.
    init(
        _ bytes: UnsafeRawBufferPointer,
        into output: ByteWriter,
        scratch: TranscoderScratch,
        mediaURL: @escaping JSONTranscoder.MediaURL
    ) {
        guard let base = bytes.baseAddress else { preconditionFailure("there are no bytes") }
        unsafe self.bytes = unsafe base
        count = bytes.count
        self.output = output
        self.scratch = scratch
        self.mediaURL = mediaURL
    }

    /// Writes everything; returns `false` when it gives up.
    ///
    /// What changes with each byte is in local variables whose address does not escape: the
    /// compiler keeps them in registers. A comma follows every value, and the end of a map or an
    /// array overwrites the last one.
    mutating func run() -> Bool {
        guard count <= Limits.frameBytesMax else { return false }
        var output = output
        defer { self.output = output }
        var input = unsafe Cursor(bytes: bytes, count: count)
        let scratch = scratch
        var level = TranscoderScratch.Level()
        var depth = 0
        var keyCount = 0
        while true {
            guard level.remaining > 0 else {
                if depth == 0 {
                    output.truncate(to: output.count - 1)
                    return input.left == 0
                }
                let end = level.isMap ? UInt8(ascii: "}") : UInt8(ascii: "]")
                output.set(end, at: output.count - 1)
                output.append(UInt8(ascii: ","))
                keyCount = level.firstKey
                depth -= 1
                level = scratch[level: depth]
                continue
            }
            level.remaining -= 1
            if level.isMap {
                guard let length = input.takeTextHead(), keyCount < TranscoderScratch.keysMax
                else { return false }
                let mark = input.mark(ofText: length)
                let bit: UInt64 = 1 << UInt64(mark & 63)
                if level.seen & bit != 0 {
                    // The slow path decides about two keys with the same mark.
                    for index in level.firstKey..<keyCount where scratch[mark: index] == mark {
                        return false
                    }
                }
                level.seen |= bit
                scratch[mark: keyCount] = mark
                keyCount += 1
                guard Self.write(length, of: &input, to: &output, ":") else { return false }
            }
            guard input.left > 0 else { return false }
            let first = input.first
            switch first >> 5 {
            case Major.unsigned:
                guard let number = input.takeArgument() else { return false }
                output.appendDecimal(number, isNegative: false)
                output.append(UInt8(ascii: ","))
            case Major.negative:
                guard let number = input.takeArgument(), number < .max else { return false }
                output.appendDecimal(number + 1, isNegative: true)
                output.append(UInt8(ascii: ","))
            case Major.text:
                guard let length = input.takeTextHead(),
                    Self.write(length, of: &input, to: &output, ",")
                else { return false }
            case Major.array, Major.map:
                let isMap = first >> 5 == Major.map
                guard let items = input.takeArgument(), depth < Limits.depthMax,
                    items <= (isMap ? 24 : UInt64(Limits.itemsMax))
                else { return false }
                output.append(isMap ? UInt8(ascii: "{") : UInt8(ascii: "["))
                if items == 0 { output.append(UInt8(ascii: ",")) }
                scratch[level: depth] = level
                depth += 1
                level = .init(remaining: Int(items), isMap: isMap, firstKey: keyCount)
            case Major.tag:
                if let uuid = unsafe input.takeUUID() {
                    unsafe output.appendUUIDText(uuid)
                    output.append(UInt8(ascii: ","))
                } else {
                    self.output = output
                    guard let end = tagged(at: input.position, depth: depth) else { return false }
                    input.position = end
                    output = self.output
                }
            default:
                input.position += 1
                switch first {
                case Item.false: output.append("false,")
                case Item.true: output.append("true,")
                case Item.null: output.append("null,")
                default: return false
                }
            }
        }
    }

    /// Writes the text of that length that begins here, followed by one character.
    @inline(__always)
    private static func write(
        _ length: Int,
        of input: inout Cursor,
        to output: inout ByteWriter,
        _ end: Unicode.Scalar
    ) -> Bool {
        let end = UInt8(ascii: end)
        let isWritten = unsafe output.appendPlain(
            input.bytes + input.position,
            length,
            readable: input.left,
            end: end
        )
        if !isWritten {
            let text = unsafe UnsafeRawBufferPointer(
                start: input.bytes + input.position,
                count: length
            )
            guard let longer = unsafe quoted(text, behind: output) else { return false }
            output = longer
            output.append(end)
        }
        input.position += length
        return true
    }

    /// The output with that text appended; `nil` when the text is not UTF-8.
    @inline(never)
    private static func quoted(
        _ text: UnsafeRawBufferPointer,
        behind output: ByteWriter
    ) -> ByteWriter? {
        guard unsafe UTF8Check.isValid(text) else { return nil }
        var output = output
        unsafe output.appendQuoted(text)
        return output
    }

    /// Writes a value with one of the wire's tags and a comma, and returns its end; `nil` for any
    /// other value.
    private mutating func tagged(at position: Int, depth: Int) -> Int? {
        var reader = unsafe FieldReader(
            Input(UnsafeRawBufferPointer(start: bytes, count: count)),
            at: position,
            depth: depth
        )
        do throws(FallbackNeeded) {
            switch try reader.tag() {
            case .uuid:
                let uuid = try reader.uuid().uuid
                unsafe withUnsafeBytes(of: uuid) { unsafe output.appendUUIDText($0) }
            case .instant: output.appendRFC3339(try reader.instant())
            case .amount: output.appendCharacters(of: try reader.amount().description)
            case .reference:
                let reference = try reader.mediaReference()
                var url = self.url.take() ?? ByteBuffer()
                url.clear()
                mediaURL(reference, &url)
                unsafe url.withUnsafeReadableBytes { unsafe appendURL($0) }
                self.url = url
                return reader.position
            }
        } catch {
            return nil
        }
        output.append(UInt8(ascii: ","))
        return reader.position
    }

    private mutating func appendURL(_ url: UnsafeRawBufferPointer) {
        if let start = url.baseAddress {
            let isWritten = unsafe output.appendPlain(
                start,
                url.count,
                readable: url.count,
                end: UInt8(ascii: ",")
            )
            guard !isWritten else { return }
        }
        unsafe output.appendQuoted(url)
        output.append(UInt8(ascii: ","))
    }
}

/// The position of the pass. Never reads beyond the end.
@safe
private struct Cursor {
    let bytes: UnsafeRawPointer
    let count: Int
    /// At most `count`.
    var position = 0

    init(bytes: UnsafeRawPointer, count: Int) {
        unsafe self.bytes = unsafe bytes
        self.count = count
    }

    var left: Int { @inline(__always) get { count - position } }

    /// The byte at the position; there must be one.
    var first: UInt8 { @inline(__always) get { load(at: position) } }

    @inline(__always)
    private func load<Number: FixedWidthInteger & BitwiseCopyable>(
        at offset: Int,
        as type: Number.Type = Number.self
    ) -> Number {
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
    }

    /// Reads the argument of the head at the position, in its shortest form or not.
    @inline(__always)
    mutating func takeArgument() -> UInt64? {
        let info = first & 0x1F
        if info < 24 {
            position += 1
            return UInt64(info)
        }
        guard info < 28, left > 1 << Int(info - 24) else { return nil }
        let number = longArgument(info)
        position += 1 + 1 << Int(info - 24)
        return number
    }

    @inline(never)
    private func longArgument(_ info: UInt8) -> UInt64 {
        switch info {
        case 24: UInt64(load(at: position + 1, as: UInt8.self))
        case 25: UInt64(UInt16(bigEndian: load(at: position + 1)))
        case 26: UInt64(UInt32(bigEndian: load(at: position + 1)))
        default: UInt64(bigEndian: load(at: position + 1))
        }
    }

    /// Moves past the head of a text and returns its length, which does not exceed the input.
    @inline(__always)
    mutating func takeTextHead() -> Int? {
        guard left > 0, first >> 5 == Major.text, let length = takeArgument(),
            length <= UInt64(left)
        else { return nil }
        return Int(length)
    }

    /// A hash of the text at the position: equal for equal texts, mostly different for others.
    @inline(__always)
    func mark(ofText length: Int) -> UInt32 {
        if length >= 8 {
            return KeyList.mark(load(at: position), load(at: position + length - 8), length)
        }
        return KeyList.mark(word(of: length), 0, length)
    }

    /// Fewer than eight bytes at the position as a word, the first byte lowest.
    @inline(__always)
    private func word(of length: Int) -> UInt64 {
        if left >= 8 {
            let mask: UInt64 = (1 &<< UInt64(8 * length)) &- 1
            return UInt64(littleEndian: load(at: position)) & mask
        }
        var word: UInt64 = 0
        for index in 0..<length {
            word |= UInt64(load(at: position + index, as: UInt8.self)) << UInt64(8 * index)
        }
        return word
    }

    /// Consumes a UUID's bytes, if there is a UUID as `WireEncoder` writes it.
    @inline(__always)
    mutating func takeUUID() -> UnsafeRawBufferPointer? {
        guard left >= 19, UInt16(bigEndian: load(at: position)) == 0xD825,
            load(at: position + 2) == 0x50 as UInt8
        else { return nil }
        position += 19
        return unsafe UnsafeRawBufferPointer(start: bytes + position - 16, count: 16)
    }
}

/// What the fast path records about the maps and arrays around the current position. The memory is
/// reused and never freed.
@safe
struct TranscoderScratch {
    /// One open map or array.
    struct Level {
        var remaining = 1
        var isMap = false
        /// The index of its first key's mark.
        var firstKey = 0
        /// A bit for each key's mark.
        var seen: UInt64 = 0
    }

    /// The most keys in all maps around one position.
    static let keysMax = 128

    private let levels: UnsafeMutablePointer<Level>
    private let marks: UnsafeMutablePointer<UInt32>

    init() {
        unsafe levels = .allocate(capacity: Limits.depthMax)
        unsafe levels.initialize(repeating: Level(), count: Limits.depthMax)
        unsafe marks = .allocate(capacity: Self.keysMax)
        unsafe marks.initialize(repeating: 0, count: Self.keysMax)
    }

    subscript(level index: Int) -> Level {
        @inline(__always) unsafeAddress {
            unsafe UnsafePointer(Self.place(index, in: levels, of: Limits.depthMax))
        }
        @inline(__always) nonmutating unsafeMutableAddress {
            unsafe Self.place(index, in: levels, of: Limits.depthMax)
        }
    }

    subscript(mark index: Int) -> UInt32 {
        @inline(__always) unsafeAddress {
            unsafe UnsafePointer(Self.place(index, in: marks, of: Self.keysMax))
        }
        @inline(__always) nonmutating unsafeMutableAddress {
            unsafe Self.place(index, in: marks, of: Self.keysMax)
        }
    }

    /// A pointer to one of that many elements.
    @inline(__always)
    private static func place<Element>(
        _ index: Int,
        in base: UnsafeMutablePointer<Element>,
        of count: Int
    ) -> UnsafeMutablePointer<Element> {
        precondition(index >= 0 && index < count, "beyond the end")
        return unsafe base + index
    }
}
