/// Walks through one item and everything inside it, and refuses what the wire does not allow, so
/// that whoever reads the same bytes afterwards can trust every length, count and text.
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
    /// The keys of all maps around the present position.
    private let keys: UnsafeMutablePointer<KeyList>

    private init(_ input: Input, keys: UnsafeMutablePointer<KeyList>) {
        self.input = input
        unsafe self.keys = unsafe keys
    }

    /// Refuses anything but exactly one item.
    ///
    /// - Parameters:
    ///   - input: The bytes.
    ///   - keys: Memory for keys; empty before and after.
    /// - Throws: What is wrong, and where.
    static func validate(
        _ input: Input,
        keys: UnsafeMutablePointer<KeyList>
    ) throws(WireDecodingError) {
        guard input.count <= Limits.frameBytesMax else {
            throw WireDecodingError(malformed: "more than \(Limits.frameBytesMax) bytes", at: 0)
        }
        var validator = unsafe Validator(input, keys: keys)
        defer { unsafe keys.pointee.shrink(to: 0) }
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
            try entries(count, depth: depth + 1)
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

    private mutating func entries(_ count: Int, depth: Int) throws(WireDecodingError) {
        let first = unsafe keys.pointee.count
        // A few keys are each compared with all before; many are sorted at the end.
        let areFew = count <= 24
        for _ in 0..<count {
            let head = try head()
            guard head.major == Major.text else { throw malformed("a key that is no text") }
            let length = try length(of: head)
            let start = position
            try text(length)
            let key = unsafe KeyList.Key(
                mark: KeyList.mark(of: input.bytes(at: start, count: length)),
                start: UInt32(start),
                length: UInt32(length),
                value: UInt32(position)
            )
            if areFew, unsafe keys.pointee.find(key, from: first, in: input) {
                throw malformed("a key that comes twice")
            }
            unsafe keys.pointee.append(key)
            try item(depth: depth)
        }
        if !areFew, unsafe keys.pointee.hasDuplicates(from: first, in: input) {
            throw malformed("a key that comes twice")
        }
        unsafe keys.pointee.shrink(to: first)
    }
}

/// Keys of maps, by where they stand in the input: a stack in raw memory.
@safe
struct KeyList {
    /// One key.
    struct Key {
        /// Equal for equal keys, mostly different for different ones.
        var mark: UInt64
        /// Where its characters begin.
        var start: UInt32
        /// How many bytes they are.
        var length: UInt32
        /// Where its value begins.
        var value: UInt32
    }

    private var base: UnsafeMutablePointer<Key>
    private(set) var count = 0
    private var capacity: Int

    init() {
        capacity = 64
        unsafe base = .allocate(capacity: capacity)
    }

    func deallocate() {
        unsafe base.deallocate()
    }

    subscript(index: Int) -> Key {
        precondition(index >= 0 && index < count, "a key beyond the end")
        return unsafe base[index]
    }

    @inline(__always)
    mutating func append(_ key: Key) {
        if count == capacity { resize(to: capacity * 2) }
        unsafe (base + count).initialize(to: key)
        count += 1
    }

    mutating func shrink(to count: Int) {
        precondition(count >= 0 && count <= self.count, "a list does not grow by shrinking")
        self.count = count
        if count == 0, capacity > 1_024 { resize(to: 64) }
    }

    @inline(never)
    private mutating func resize(to capacity: Int) {
        let resized = UnsafeMutablePointer<Key>.allocate(capacity: capacity)
        unsafe resized.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = resized
        self.capacity = capacity
    }

    /// Whether the key is among those from `first` on.
    @inline(__always)
    func find(_ key: Key, from first: Int, in input: Input) -> Bool {
        var index = first
        while index < count {
            let other = unsafe base[index]
            if other.mark == key.mark, Self.areEqual(other, key, in: input) { return true }
            index += 1
        }
        return false
    }

    /// Sorts the keys from `first` on and looks for neighbours that are the same.
    func hasDuplicates(from first: Int, in input: Input) -> Bool {
        var slice = unsafe UnsafeMutableBufferPointer(start: base + first, count: count - first)
        unsafe slice.sort { Self.isBefore($0, $1, in: input) }
        return zip(first..<count, first + 1..<count).contains {
            unsafe Self.areEqual(base[$0], base[$1], in: input)
        }
    }

    private static func areEqual(_ left: Key, _ right: Key, in input: Input) -> Bool {
        unsafe left.length == right.length
            && input.bytes(at: Int(left.start), count: Int(left.length))
                .elementsEqual(input.bytes(at: Int(right.start), count: Int(right.length)))
    }

    private static func isBefore(_ left: Key, _ right: Key, in input: Input) -> Bool {
        if left.mark != right.mark { return left.mark < right.mark }
        if left.length != right.length { return left.length < right.length }
        return unsafe input.bytes(at: Int(left.start), count: Int(left.length))
            .lexicographicallyPrecedes(input.bytes(at: Int(right.start), count: Int(right.length)))
    }

    /// Mixes a key's first and last eight bytes with its length.
    @inline(__always)
    static func mark(of key: UnsafeRawBufferPointer) -> UInt64 {
        let length = key.count
        if length >= 8 {
            let first = unsafe key.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
            let last = unsafe key.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
            return first ^ (last << 23 | last >> 41) &+ UInt64(length)
        }
        var mark = UInt64(length)
        for index in 0..<length { mark = unsafe mark << 8 | UInt64(key[index]) }
        return mark
    }
}

/// Whether bytes are UTF-8 (RFC 3629): no surrogates, nothing overlong, nothing beyond U+10FFFF.
enum UTF8Check {
    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index + 8 <= bytes.count {
            let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            guard word & 0x8080_8080_8080_8080 == 0 else { break }
            index += 8
        }
        while index < bytes.count {
            guard unsafe bytes[index] < 0x80 else {
                return unsafe isValid(bytes, from: index)
            }
            index += 1
        }
        return true
    }

    @inline(never)
    private static func isValid(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            let first = unsafe bytes[index]
            let length: Int
            var second: ClosedRange<UInt8> = 0x80...0xBF
            switch first {
            case 0x00...0x7F: length = 1
            case 0xC2...0xDF: length = 2
            case 0xE0:
                length = 3
                second = 0xA0...0xBF
            case 0xED:
                length = 3
                second = 0x80...0x9F
            case 0xE1...0xEF: length = 3
            case 0xF0:
                length = 4
                second = 0x90...0xBF
            case 0xF4:
                length = 4
                second = 0x80...0x8F
            case 0xF1...0xF3: length = 4
            default: return false
            }
            guard length <= bytes.count - index else { return false }
            if length > 1 {
                guard unsafe second.contains(bytes[index + 1]) else { return false }
                for offset in 2..<max(2, length) {
                    guard unsafe bytes[index + offset] & 0xC0 == 0x80 else { return false }
                }
            }
            index += length
        }
        return true
    }
}
