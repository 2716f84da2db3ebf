/// What the keys of one type are called on the wire, by the one byte that a key is: asking a key for
/// its text, which goes through its witness table and a string, takes longer than writing it.
///
/// Kept for keys that are one byte or none, as the cases of an enum are. Such a key has the same
/// text as long as the process lives; texts of more than 23 bytes are not kept.
@safe
struct KeyNames: BitwiseCopyable {
    /// A key as it stands on the wire: its head and its characters, and zeros behind them.
    struct Name: BitwiseCopyable {
        /// The whole, in the order in which it stands in memory.
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        /// How many characters there are; -1 where the name is not known.
        var length: Int32 = -1
        /// What `KeyList` knows such a key by.
        var mark: UInt32 = 0

        /// The most characters that there is room for.
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
    /// How many bytes a key is: one or none.
    private let keySize: Int

    /// - Returns: `nil` where keys of that type have no names here.
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

    /// The key's name, valid until another one is asked for; `nil` where it has none here.
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
    /// The characters of a name that stays where it is.
    @inline(__always)
    static func characters(of name: UnsafePointer<KeyNames.Name>) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(
            start: UnsafeRawPointer(name) + 1,
            count: Int(name.pointee.length)
        )
    }
}
