/// Validates one item with everything inside it, so that later readers of the same bytes can trust
/// every length, count and text. It also records the position of every key.
///
/// Refused are indefinite lengths and reserved heads, keys that are not text, duplicate keys in a
/// map, text that is not UTF-8, anything beyond `Limits`, and anything after the item. Heads that
/// are longer than necessary are accepted, as RFC 8949 §4 leaves to the decoder. Every length is
/// compared with the remaining bytes; nothing is allocated because of what a head claims.
///
/// A tag counts as a level only inside another tag, so that a tagged number is allowed wherever a
/// number is.
///
/// The most common content, short keys and values that are a single head, is checked inline;
/// everything else, valid or not, takes the general path, which alone refuses.
@safe
struct Validator {
    private let input: Input
    /// Receives the keys that are found.
    private let keys: UnsafeMutablePointer<KeyList>

    private init(_ input: Input, keys: UnsafeMutablePointer<KeyList>) {
        self.input = input
        unsafe self.keys = unsafe keys
    }

    /// Refuses anything but exactly one item.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - keys: An empty list; receives the keys of every map, also when the bytes are refused.
    /// - Throws: What is wrong, and where.
    static func validate(
        _ input: Input,
        keys: UnsafeMutablePointer<KeyList>
    ) throws(WireDecodingError) {
        guard input.count <= Limits.frameBytesMax else {
            throw WireDecodingError(malformed: "more than \(Limits.frameBytesMax) bytes", at: 0)
        }
        let end = try unsafe Validator(input, keys: keys).item(at: 0, depth: 0)
        guard end == input.count else {
            throw WireDecodingError(malformed: "bytes after the item", at: end)
        }
    }

    @inline(never)
    private func malformed(_ detail: String, at position: Int) -> WireDecodingError {
        WireDecodingError(malformed: detail, at: position)
    }

    /// Returns the end of the item that begins at an offset.
    @inline(__always)
    private func passItem(at position: Int, depth: Int) throws(WireDecodingError) -> Int {
        let size = sizeOfPlainItem(at: position)
        return size > 0 ? position + size : try item(at: position, depth: depth)
    }

    /// The size of a valid item that is short and contains no other; 0 for any other item.
    @inline(__always)
    private func sizeOfPlainItem(at position: Int) -> Int {
        let remaining = input.count - position
        guard remaining > 0 else { return 0 }
        let first = input[position]
        let info = Int(first & 0x1F)
        let size: Int
        switch first >> 5 {
        case Major.unsigned, Major.negative:
            guard info < 28 else { return 0 }
            size = info < 24 ? 1 : 1 + 1 << (info - 24)
        case Major.text:
            guard info < 24, info < remaining,
                unsafe UTF8Check.isASCII(input.bytes(at: position + 1, count: info))
            else { return 0 }
            return 1 + info
        case Major.tag:
            // A UUID's tag and head, and an instant's, in their shortest forms.
            guard remaining >= 12 else { return 0 }
            let head = input.number(at: position, as: UInt32.self)
            if head == 0xD9C7_011B { return 12 }
            guard head >> 8 == 0xD8_2550 else { return 0 }
            size = 19
        case Major.simple:
            guard info < 24 else { return 0 }
            size = 1
        default: return 0
        }
        return size <= remaining ? size : 0
    }

    @inline(__always)
    private func head(at position: inout Int) throws(WireDecodingError) -> Head {
        let remaining = input.count - position
        guard remaining > 0 else { throw malformed("unexpected end", at: position) }
        let info = input[position] & 0x1F
        if info >= 24 {
            guard info < 28 else {
                throw malformed("an indefinite length or a reserved head", at: position)
            }
            guard remaining > 1 << Int(info - 24) else {
                throw malformed("unexpected end", at: position)
            }
        }
        return input.head(at: &position)
    }

    /// Returns the end of the item of any kind that begins at an offset.
    private func item(at start: Int, depth: Int) throws(WireDecodingError) -> Int {
        var position = start
        var depth = depth
        var head = try head(at: &position)
        if head.major == Major.tag {
            head = try self.head(at: &position)
            while head.major == Major.tag {
                depth += 1
                guard depth < Limits.depthMax else {
                    throw malformed("too many tags", at: position)
                }
                head = try self.head(at: &position)
            }
        }
        switch head.major {
        case Major.unsigned, Major.negative: break
        case Major.bytes: position += try length(of: head, at: position)
        case Major.text: position += try text(head, at: position)
        case Major.array:
            let count = try count(of: head, bytesEach: 1, at: position, depth: depth)
            for _ in 0..<count { position = try passItem(at: position, depth: depth + 1) }
        case Major.map:
            let count = try count(of: head, bytesEach: 2, at: position, depth: depth)
            guard count > 0 else { break }
            position = try entries(count, of: start, at: position, depth: depth + 1)
        default:
            guard head.info != 24 || head.argument >= 32 else {
                throw malformed("a simple value encoded in too many bytes", at: position)
            }
        }
        return position
    }

    @inline(__always)
    private func length(of head: Head, at position: Int) throws(WireDecodingError) -> Int {
        guard head.argument <= UInt64(Limits.stringBytesMax) else {
            throw malformed("a string over \(Limits.stringBytesMax) bytes", at: position)
        }
        guard head.argument <= UInt64(input.count - position) else {
            throw malformed("unexpected end", at: position)
        }
        return Int(head.argument)
    }

    @inline(__always)
    private func count(
        of head: Head,
        bytesEach: Int,
        at position: Int,
        depth: Int
    ) throws(WireDecodingError) -> Int {
        guard depth < Limits.depthMax else {
            throw malformed("more than \(Limits.depthMax) levels", at: position)
        }
        guard head.argument <= UInt64(Limits.itemsMax) else {
            throw malformed("over \(Limits.itemsMax) items in a container", at: position)
        }
        guard Int(head.argument) * bytesEach <= input.count - position else {
            throw malformed("unexpected end", at: position)
        }
        return Int(head.argument)
    }

    /// Checks the text whose characters begin at an offset, and returns its length.
    @inline(__always)
    private func text(_ head: Head, at position: Int) throws(WireDecodingError) -> Int {
        let length = try length(of: head, at: position)
        guard unsafe UTF8Check.isValid(input.bytes(at: position, count: length)) else {
            throw malformed("a text that is not UTF-8", at: position)
        }
        return length
    }

    /// Validates the entries of a map, at least one, and returns their end.
    private func entries(
        _ count: Int,
        of start: Int,
        at position: Int,
        depth: Int
    ) throws(WireDecodingError) -> Int {
        var position = position
        // Each entry of each map needs a byte for its key and one for its value.
        guard unsafe (keys.pointee.count + count) * 2 <= input.count else {
            throw malformed("unexpected end", at: position)
        }
        let map = unsafe keys.pointee.beginMap(at: start, count: count)
        // Few keys are each compared with all earlier ones; many are sorted at the end.
        let areFew = count <= 24
        var seen: UInt64 = 0
        for index in map.first..<map.first + count {
            let key: KeyList.Key
            if let short = shortKey(at: position) {
                key = short
            } else {
                key = try longKey(at: position)
            }
            position = Int(key.start) + Int(key.length)
            if areFew {
                let bit: UInt64 = 1 << UInt64(key.mark & 63)
                if seen & bit != 0,
                    unsafe keys.pointee.find(key, in: map.first..<index, of: input)
                {
                    throw malformed("a duplicate key", at: position)
                }
                seen |= bit
            }
            unsafe keys.pointee.set(key, at: index)
            position = try passItem(at: position, depth: depth)
        }
        if !areFew, unsafe keys.pointee.hasDuplicates(map.first..<map.first + count, of: input) {
            throw malformed("a duplicate key", at: position)
        }
        unsafe keys.pointee.end(map, at: position)
        return position
    }

    /// The key that begins at an offset, if it is short and ASCII.
    @inline(__always)
    private func shortKey(at position: Int) -> KeyList.Key? {
        let remaining = input.count - position
        guard remaining > 0 else { return nil }
        let length = Int(input[position]) - Int(Major.text) << 5
        guard length >= 0, length < 24, length < remaining else { return nil }
        let characters = unsafe input.bytes(at: position + 1, count: length)
        let look = unsafe KeyList.look(at: characters)
        guard look.bits & 0x8080_8080_8080_8080 == 0 else { return nil }
        return KeyList.Key(
            mark: look.mark,
            start: UInt32(truncatingIfNeeded: position + 1),
            length: UInt32(truncatingIfNeeded: length)
        )
    }

    @inline(never)
    private func longKey(at position: Int) throws(WireDecodingError) -> KeyList.Key {
        var position = position
        let head = try head(at: &position)
        guard head.major == Major.text else {
            throw malformed("a key that is not text", at: position)
        }
        let length = try text(head, at: position)
        return unsafe KeyList.Key(
            mark: KeyList.mark(of: input.bytes(at: position, count: length)),
            start: UInt32(truncatingIfNeeded: position),
            length: UInt32(truncatingIfNeeded: length)
        )
    }
}
