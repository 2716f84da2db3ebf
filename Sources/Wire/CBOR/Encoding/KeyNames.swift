/// A cache of the wire names of one type's keys, indexed by the key's single byte: asking a key for
/// its text, through its witness table and a string, takes longer than writing it.
///
/// Only for keys of one byte or none, such as the cases of an enum. Such a key has the same text
/// for the life of the process; texts of more than 23 bytes are not cached.
@safe
struct KeyNames: BitwiseCopyable {
    /// A key in its wire form: its head and its characters, padded with zeros.
    struct Name: BitwiseCopyable {
        /// All bytes, in memory order.
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// The number of characters; -1 while the name is unknown.
        var length: Int32 = -1
        /// The key's mark in a `KeyList`.
        var mark: UInt32 = 0

        /// The most characters that fit.
        static let lengthMax = 23

        fileprivate init() {}

        fileprivate init(_ characters: UnsafeRawBufferPointer) {
            unsafe withUnsafeMutableBytes(of: &words) {
                unsafe $0[0] = Major.text << 5 | UInt8(truncatingIfNeeded: characters.count)
                for index in 0..<characters.count { unsafe $0[index + 1] = characters[index] }
            }
            length = Int32(truncatingIfNeeded: characters.count)
            mark = unsafe KeyList.mark(of: characters)
        }
    }

    private var names: UnsafeMutablePointer<Name>
    private var count: Int
    /// The size of a key: one byte or none.
    private let keySize: Int

    /// - Returns: `nil` when keys of that type are not cached.
    init?<Key: CodingKey>(of type: Key.Type) {
        guard MemoryLayout<Key>.size <= 1 else { return nil }
        keySize = MemoryLayout<Key>.size
        count = 8
        unsafe names = .allocate(capacity: count)
        unsafe names.initialize(repeating: Name(), count: count)
    }

    func deallocate() {
        unsafe names.deallocate()
    }

    /// The key's name, valid until the next call; `nil` when it cannot be cached.
    @inline(__always)
    mutating func name<Key: CodingKey>(of key: Key) -> UnsafePointer<Name>? {
        let index = unsafe keySize == 0 ? 0 : Int(unsafeBitCast(key, to: UInt8.self))
        if index < count, unsafe names[index].length >= 0 {
            return unsafe UnsafePointer(names + index)
        }
        return unsafe learn(key, index)
    }

    @inline(never)
    private mutating func learn<Key: CodingKey>(_ key: Key, _ index: Int) -> UnsafePointer<Name>? {
        var text = key.stringValue
        guard text.utf8.count <= Name.lengthMax else { return nil }
        if index >= count { grow(beyond: index) }
        unsafe names[index] = text.withUTF8 { unsafe Name(UnsafeRawBufferPointer($0)) }
        return unsafe UnsafePointer(names + index)
    }

    private mutating func grow(beyond index: Int) {
        let larger = UnsafeMutablePointer<Name>.allocate(capacity: index + 8)
        unsafe larger.initialize(repeating: Name(), count: index + 8)
        unsafe larger.update(from: names, count: count)
        unsafe names.deallocate()
        unsafe names = larger
        count = index + 8
    }
}

extension KeyNames.Name {
    /// The characters of a name that does not move.
    @inline(__always)
    static func characters(of name: UnsafePointer<KeyNames.Name>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(name) + 1,
            count: Int(name.pointee.length)
        )
    }
}
