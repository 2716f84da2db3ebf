/// The positions of every map's keys in the input, and the ends of the maps, as recorded by the
/// validator.
///
/// The keys of a map are contiguous and in input order. There are at most half as many keys as the
/// input has bytes.
@safe
struct KeyList {
    /// One key.
    struct Key {
        /// A hash: equal for equal keys, mostly different for different ones.
        var mark: UInt32
        /// The offset of its characters.
        var start: UInt32
        /// Its length in bytes; its value follows directly.
        var length: UInt32
    }

    /// A map with at least one entry.
    struct Map {
        /// The offset at which it begins.
        var start: UInt32
        /// The offset at which it ends.
        var end: UInt32
        /// The index of its first key in the list.
        var firstKey: UInt32
    }

    /// A map that is being validated.
    struct OpenMap {
        let first: Int
        fileprivate let map: Int
    }

    private var keys = RawList<Key>(capacity: 128)
    private var maps = RawList<Map>(capacity: 32)

    func deallocate() {
        keys.deallocate()
        maps.deallocate()
    }

    /// The number of keys.
    var count: Int { keys.count }

    subscript(index: Int) -> Key {
        @inline(__always) get { keys[index] }
    }

    mutating func removeAll() {
        keys.removeAll(keeping: 2_048)
        maps.removeAll(keeping: 512)
    }

    @inline(__always)
    mutating func beginMap(at start: Int, count: Int) -> OpenMap {
        let map = OpenMap(first: keys.count, map: maps.count)
        maps.append(
            Map(
                start: UInt32(truncatingIfNeeded: start),
                end: 0,
                firstKey: UInt32(truncatingIfNeeded: map.first)
            )
        )
        keys.extend(by: count)
        return map
    }

    @inline(__always)
    mutating func set(_ key: Key, at index: Int) {
        keys[index] = key
    }

    @inline(__always)
    mutating func end(_ map: OpenMap, at position: Int) {
        maps[map.map].end = UInt32(truncatingIfNeeded: position)
    }

    /// The map that begins at an offset; it must exist and have entries. `hint` is the index to try
    /// first, and is set to that of the map after it.
    @inline(__always)
    func map(at start: Int, hint: inout Int) -> Map {
        if hint < maps.count, Int(maps[hint].start) == start {
            hint += 1
            return maps[hint - 1]
        }
        return search(start, hint: &hint)
    }

    /// Binary search: maps are sorted by where they begin.
    private func search(_ start: Int, hint: inout Int) -> Map {
        var lower = 0
        var upper = maps.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if Int(maps[middle].start) < start { lower = middle + 1 } else { upper = middle }
        }
        precondition(Int(maps[lower].start) == start, "no map begins there")
        hint = lower + 1
        return maps[lower]
    }

    /// Whether an equal key is in that range of the list.
    func find(_ key: Key, in range: Range<Int>, of input: Input) -> Bool {
        for index in range where keys[index].mark == key.mark {
            if Self.areEqual(keys[index], key, in: input) { return true }
        }
        return false
    }

    /// Sorts a range of keys and compares neighbours.
    func hasDuplicates(_ range: Range<Int>, of input: Input) -> Bool {
        let sorted = range.map { keys[$0] }.sorted { Self.isBefore($0, $1, in: input) }
        return zip(sorted, sorted.dropFirst()).contains { Self.areEqual($0, $1, in: input) }
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

    /// Hashes a key's first and last bytes with its length.
    @inline(__always)
    static func mark(of key: UnsafeRawBufferPointer) -> UInt32 {
        unsafe look(at: key).mark
    }

    /// A key's mark, and the bitwise OR of its first 16 and last 8 bytes.
    @inline(__always)
    static func look(at key: UnsafeRawBufferPointer) -> (mark: UInt32, bits: UInt64) {
        let length = key.count
        guard length >= 8 else {
            let word = unsafe ShortBytes.word(key)
            return (mark(word, 0, length), word)
        }
        let first = unsafe key.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
        let last = unsafe key.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
        var bits = first | last
        if length > 16 { unsafe bits |= key.loadUnaligned(fromByteOffset: 8, as: UInt64.self) }
        return (mark(first, last, length), bits)
    }

    @inline(__always)
    static func mark(_ first: UInt64, _ last: UInt64, _ length: Int) -> UInt32 {
        let mixed = (first ^ (last << 23 | last >> 41)) &+ UInt64(length)
        return UInt32(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}

/// A growable array of trivial values in raw memory. The owner must deallocate it.
@safe
struct RawList<Element: BitwiseCopyable> {
    private var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private let capacityMin: Int

    init(capacity: Int) {
        unsafe base = .allocate(capacity: capacity)
        self.capacity = capacity
        capacityMin = capacity
    }

    func deallocate() {
        unsafe base.deallocate()
    }

    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "beyond the end")
            return unsafe base[index]
        }
        @inline(__always) set {
            precondition(index >= 0 && index < count, "beyond the end")
            unsafe base[index] = newValue
        }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow(by: 1) }
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    /// Appends that many uninitialized elements, which must be set before they are read.
    @inline(__always)
    mutating func extend(by more: Int) {
        precondition(more >= 0, "a negative count")
        if more > capacity - count { grow(by: more) }
        count += more
    }

    /// Removes everything, and frees memory beyond `capacityMax` elements.
    mutating func removeAll(keeping capacityMax: Int) {
        count = 0
        if capacity > capacityMax { resize(to: capacityMin) }
    }

    @inline(never)
    private mutating func grow(by more: Int) {
        resize(to: max(capacity * 2, count + more))
    }

    private mutating func resize(to capacity: Int) {
        let resized = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
        unsafe resized.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = resized
        self.capacity = capacity
    }
}
