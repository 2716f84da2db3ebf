import FoundationEssentials
import Identifiers
import NIOCore
import Values

/// The quick way from CBOR to JSON: one walk that checks what it reads and writes it at once.
///
/// It knows what `WireEncoder` writes, and gives up at anything else: other tags, floating-point
/// numbers, byte strings, heads that are longer than necessary, maps of more than 24 keys, and
/// whatever is not allowed. The slow way then does the same work again, and judges.
@safe
struct Transcription {
    private let bytes: UnsafeRawPointer
    private let count: Int
    private var position = 0
    private(set) var output: RawOutput
    private let mediaURL: JSONTranscoder.MediaURL
    /// What the closure writes into.
    private var url = ByteBuffer()

    /// One map or array that is open.
    private struct Level {
        var remaining = 1
        var isMap = false
        var isFirst = true
        /// Where its keys begin in the list of keys.
        var firstKey = 0
        /// A bit for each key's mark.
        var seen: UInt64 = 0
    }

    /// - Parameters:
    ///   - bytes: At least one byte.
    ///   - output: Where to write.
    ///   - mediaURL: Writes a picture's URL.
    init(
        _ bytes: UnsafeRawBufferPointer,
        into output: RawOutput,
        mediaURL: @escaping JSONTranscoder.MediaURL
    ) {
        guard let base = bytes.baseAddress else { preconditionFailure("there are no bytes") }
        unsafe self.bytes = unsafe base
        count = bytes.count
        self.output = output
        self.mediaURL = mediaURL
    }

    /// Writes everything; `false` where it gives up.
    mutating func run() -> Bool {
        guard count <= Limits.frameBytesMax else { return false }
        return unsafe withUnsafeTemporaryAllocation(of: Level.self, capacity: Limits.depthMax) {
            outer in
            unsafe withUnsafeTemporaryAllocation(of: KeyList.Key.self, capacity: Self.keysMax) {
                unsafe walk(outer, $0)
            }
        }
    }

    /// The most keys of the maps around one place.
    private static let keysMax = 128

    private mutating func walk(
        _ outer: UnsafeMutableBufferPointer<Level>,
        _ keys: UnsafeMutableBufferPointer<KeyList.Key>
    ) -> Bool {
        var depth = 0
        var level = Level()
        var keyCount = 0
        while true {
            guard level.remaining > 0 else {
                if depth == 0 { return position == count }
                output.append(level.isMap ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                keyCount = level.firstKey
                depth -= 1
                level = unsafe outer[depth]
                continue
            }
            level.remaining -= 1
            if level.isFirst { level.isFirst = false } else { output.append(UInt8(ascii: ",")) }
            if level.isMap {
                guard unsafe key(&level, keys, &keyCount) else { return false }
            }
            guard position < count else { return false }
            let first = unsafe bytes.load(fromByteOffset: position, as: UInt8.self)
            switch first >> 5 {
            case Major.unsigned:
                guard let number = argument(first) else { return false }
                output.appendDecimal(number, isNegative: false)
            case Major.negative:
                guard let number = argument(first), number < .max else { return false }
                output.appendDecimal(number + 1, isNegative: true)
            case Major.text:
                guard let length = argument(first), text(length) else { return false }
            case Major.array, Major.map:
                let isMap = first >> 5 == Major.map
                guard let items = argument(first), depth < Limits.depthMax,
                    items <= (isMap ? 24 : UInt64(Limits.itemsMax))
                else { return false }
                output.append(isMap ? UInt8(ascii: "{") : UInt8(ascii: "["))
                unsafe outer[depth] = level
                depth += 1
                level = Level(remaining: Int(items), isMap: isMap, firstKey: keyCount)
            case Major.tag:
                guard tagged(depth: depth) else { return false }
            default:
                position += 1
                switch first {
                case Item.false: output.append("false")
                case Item.true: output.append("true")
                case Item.null: output.append("null")
                default: return false
                }
            }
        }
    }

    /// Reads a head's number, in its shortest form or not.
    @inline(__always)
    private mutating func argument(_ first: UInt8) -> UInt64? {
        let info = first & 0x1F
        if info < 24 {
            position += 1
            return UInt64(info)
        }
        return longArgument(info)
    }

    @inline(never)
    private mutating func longArgument(_ info: UInt8) -> UInt64? {
        guard info < 28 else { return nil }
        let width = 1 << Int(info - 24)
        guard count - position > width else { return nil }
        var number: UInt64 = 0
        for index in 1...width {
            let byte = unsafe bytes.load(fromByteOffset: position + index, as: UInt8.self)
            number = number << 8 | UInt64(byte)
        }
        position += 1 + width
        return number
    }

    /// Writes a key and its colon, unless it came before.
    @inline(__always)
    private mutating func key(
        _ level: inout Level,
        _ keys: UnsafeMutableBufferPointer<KeyList.Key>,
        _ keyCount: inout Int
    ) -> Bool {
        guard position < count, keyCount < keys.count else { return false }
        let first = unsafe bytes.load(fromByteOffset: position, as: UInt8.self)
        guard first >> 5 == Major.text, let length = argument(first),
            length <= UInt64(count - position)
        else { return false }
        let start = position
        let characters = unsafe UnsafeRawBufferPointer(start: bytes + start, count: Int(length))
        let key = unsafe KeyList.Key(
            mark: KeyList.mark(of: characters),
            start: UInt32(truncatingIfNeeded: start),
            length: UInt32(truncatingIfNeeded: length)
        )
        let bit: UInt64 = 1 << UInt64(key.mark & 63)
        if level.seen & bit != 0 {
            // Two keys with one mark are looked at by the slow way.
            for index in level.firstKey..<keyCount {
                guard unsafe keys[index].mark != key.mark else { return false }
            }
        }
        level.seen |= bit
        unsafe keys[keyCount] = key
        keyCount += 1
        guard text(length) else { return false }
        output.append(UInt8(ascii: ":"))
        return true
    }

    /// Writes the text of so many bytes that begins here.
    @inline(__always)
    private mutating func text(_ length: UInt64) -> Bool {
        guard length <= UInt64(count - position) else { return false }
        let length = Int(length)
        let isWritten = unsafe output.appendPlain(
            bytes + position,
            length,
            readable: count - position
        )
        if !isWritten {
            let characters = unsafe UnsafeRawBufferPointer(start: bytes + position, count: length)
            guard unsafe UTF8Check.isValid(characters) else { return false }
            unsafe output.appendQuoted(characters)
        }
        position += length
        return true
    }

    /// Writes a value with a tag of the wire's.
    private mutating func tagged(depth: Int) -> Bool {
        var reader = unsafe FieldReader(
            Input(UnsafeRawBufferPointer(start: bytes, count: count)),
            at: position,
            depth: depth
        )
        do throws(Surprise) {
            switch try reader.tag() {
            case .uuid:
                let uuid = try reader.uuid().uuid
                unsafe withUnsafeBytes(of: uuid) { unsafe output.appendUUIDText($0) }
            case .instant: output.appendRFC3339(try reader.instant())
            case .amount: output.appendCharacters(of: try reader.amount().description)
            case .reference:
                let reference = try reader.mediaReference()
                url.clear()
                mediaURL(reference, &url)
                let written = url
                unsafe written.withUnsafeReadableBytes { unsafe output.appendQuoted($0) }
            }
        } catch {
            return false
        }
        position = reader.position
        return true
    }
}
