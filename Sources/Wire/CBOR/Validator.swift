/// Walks through one item and everything inside it, and refuses what the wire does not allow, so
/// that whoever reads the same bytes afterwards can trust every length, count and text. On its way
/// it notes where every key stands.
///
/// Not allowed: indefinite lengths and reserved heads, keys other than texts, a key that comes
/// twice in one map, text that is not UTF-8, more than `Limits` say, and anything after the item.
/// Heads that are longer than necessary are accepted, as RFC 8949 §4 leaves to the decoder. Every
/// length is compared with the bytes that remain; nothing is allocated by what a head claims.
///
/// A tag counts as a level only inside another tag, so that whatever may hold a number may hold a
/// tagged one.
@safe
struct Validator {
    private let input: Input
    private var position = 0
    /// Where what is found is noted.
    private let keys: UnsafeMutablePointer<KeyList>

    private init(_ input: Input, keys: UnsafeMutablePointer<KeyList>) {
        self.input = input
        unsafe self.keys = unsafe keys
    }

    /// Refuses anything but exactly one item.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - keys: Empty before; holds the keys of every map afterwards, also of refused bytes.
    /// - Throws: What is wrong, and where.
    static func validate(
        _ input: Input,
        keys: UnsafeMutablePointer<KeyList>
    ) throws(WireDecodingError) {
        guard input.count <= Limits.frameBytesMax else {
            throw WireDecodingError(malformed: "more than \(Limits.frameBytesMax) bytes", at: 0)
        }
        var validator = unsafe Validator(input, keys: keys)
        try validator.item(depth: 0)
        guard validator.position == input.count else {
            throw WireDecodingError(malformed: "bytes after the item", at: validator.position)
        }
    }

    private var remaining: Int { input.count - position }

    private func malformed(_ detail: String) -> WireDecodingError {
        WireDecodingError(malformed: detail, at: position)
    }

    @inline(__always)
    private mutating func head() throws(WireDecodingError) -> Head {
        guard remaining > 0 else { throw malformed("it ends too early") }
        let info = input[position] & 0x1F
        if info >= 24 {
            guard info < 28 else { throw malformed("an indefinite length or a reserved head") }
            guard remaining > 1 << Int(info - 24) else { throw malformed("it ends too early") }
        }
        return input.head(at: &position)
    }

    private mutating func item(depth: Int) throws(WireDecodingError) {
        let start = position
        var depth = depth
        var head = try head()
        if head.major == Major.tag {
            head = try self.head()
            while head.major == Major.tag {
                depth += 1
                guard depth < Limits.depthMax else { throw malformed("too many tags") }
                head = try self.head()
            }
        }
        switch head.major {
        case Major.unsigned, Major.negative: break
        case Major.bytes: position += try length(of: head)
        case Major.text:
            let length = try length(of: head)
            try text(length)
        case Major.array:
            let count = try count(of: head, bytesEach: 1, depth: depth)
            for _ in 0..<count { try item(depth: depth + 1) }
        case Major.map:
            let count = try count(of: head, bytesEach: 2, depth: depth)
            if count > 0 { try entries(count, from: start, depth: depth + 1) }
        default:
            guard head.info != 24 || head.argument >= 32 else {
                throw malformed("a simple value in too many bytes")
            }
        }
    }

    @inline(__always)
    private func length(of head: Head) throws(WireDecodingError) -> Int {
        guard head.argument <= UInt64(Limits.stringBytesMax) else {
            throw malformed("a string over \(Limits.stringBytesMax) bytes")
        }
        guard head.argument <= UInt64(remaining) else { throw malformed("it ends too early") }
        return Int(head.argument)
    }

    @inline(__always)
    private func count(
        of head: Head,
        bytesEach: Int,
        depth: Int
    ) throws(WireDecodingError) -> Int {
        guard depth < Limits.depthMax else {
            throw malformed("more than \(Limits.depthMax) levels")
        }
        guard head.argument <= UInt64(Limits.itemsMax) else {
            throw malformed("over \(Limits.itemsMax) items in one")
        }
        guard Int(head.argument) * bytesEach <= remaining else {
            throw malformed("it ends too early")
        }
        return Int(head.argument)
    }

    @inline(__always)
    private mutating func text(_ length: Int) throws(WireDecodingError) {
        guard unsafe UTF8Check.isValid(input.bytes(at: position, count: length)) else {
            throw malformed("a text that is not UTF-8")
        }
        position += length
    }

    /// Walks through the entries of a map, at least one.
    private mutating func entries(
        _ count: Int,
        from start: Int,
        depth: Int
    ) throws(WireDecodingError) {
        // Each entry of each map has a byte for its key and one for its value.
        guard unsafe (keys.pointee.count + count) * 2 <= input.count else {
            throw malformed("it ends too early")
        }
        let map = unsafe keys.pointee.beginMap(at: start, count: count)
        // A few keys are each compared with all before; many are sorted at the end.
        let areFew = count <= 24
        var seen: UInt64 = 0
        for index in map.first..<map.first + count {
            let head = try head()
            guard head.major == Major.text else { throw malformed("a key that is no text") }
            let length = try length(of: head)
            let start = position
            try text(length)
            let key = unsafe KeyList.Key(
                mark: KeyList.mark(of: input.bytes(at: start, count: length)),
                start: UInt32(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: length)
            )
            if areFew {
                let bit: UInt64 = 1 << UInt64(key.mark & 63)
                if seen & bit != 0,
                    unsafe keys.pointee.find(key, in: map.first..<index, of: input)
                {
                    throw malformed("a key that comes twice")
                }
                seen |= bit
            }
            unsafe keys.pointee.set(key, at: index)
            try item(depth: depth)
        }
        if !areFew, unsafe keys.pointee.hasDuplicates(map.first..<map.first + count, of: input) {
            throw malformed("a key that comes twice")
        }
        unsafe keys.pointee.end(map, at: position)
    }
}
