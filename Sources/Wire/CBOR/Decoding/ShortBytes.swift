/// Operations on short runs of bytes, without a function call for each.
enum ShortBytes {
    /// Fewer than eight bytes as one word, the first byte lowest.
    @inline(__always)
    static func word(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let count = bytes.count
        if count >= 4 {
            let first = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            return UInt64(UInt32(littleEndian: first))
                | UInt64(UInt32(littleEndian: last)) << UInt64(8 * (count - 4))
        }
        guard count > 0 else { return 0 }
        let middle = unsafe UInt64(bytes[count / 2]) << UInt64(8 * (count / 2))
        let last = unsafe UInt64(bytes[count - 1]) << UInt64(8 * (count - 1))
        return unsafe UInt64(bytes[0]) | middle | last
    }

    /// Compares eight bytes at a time; the last eight may overlap those before.
    @inline(__always)
    static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        let count = left.count
        guard right.count == count else { return false }
        if count >= 8 {
            var index = 0
            while index + 8 < count {
                guard unsafe areEqual(left, right, at: index, as: UInt64.self) else {
                    return false
                }
                index += 8
            }
            return unsafe areEqual(left, right, at: count - 8, as: UInt64.self)
        }
        if count >= 4 {
            return unsafe areEqual(left, right, at: 0, as: UInt32.self)
                && areEqual(left, right, at: count - 4, as: UInt32.self)
        }
        for index in 0..<count {
            guard unsafe left[index] == right[index] else { return false }
        }
        return true
    }

    @inline(__always)
    private static func areEqual<Word: FixedWidthInteger & BitwiseCopyable>(
        _ left: UnsafeRawBufferPointer,
        _ right: UnsafeRawBufferPointer,
        at offset: Int,
        as word: Word.Type
    ) -> Bool {
        unsafe left.loadUnaligned(fromByteOffset: offset, as: word)
            == right.loadUnaligned(fromByteOffset: offset, as: word)
    }

    /// Copies up to 16 bytes inline, more with a call.
    @inline(__always)
    static func copy(
        _ count: Int,
        from source: UnsafeRawPointer,
        to target: UnsafeMutableRawPointer
    ) {
        if count > 16 {
            unsafe target.copyMemory(from: source, byteCount: count)
        } else if count >= 8 {
            unsafe copyEnds(count, source, target, as: UInt64.self)
        } else if count >= 4 {
            unsafe copyEnds(count, source, target, as: UInt32.self)
        } else if count >= 2 {
            unsafe copyEnds(count, source, target, as: UInt16.self)
        } else if count == 1 {
            unsafe target.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
        }
    }

    /// Copies the first word and the last one, which may overlap.
    @inline(__always)
    private static func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
        _ count: Int,
        _ source: UnsafeRawPointer,
        _ target: UnsafeMutableRawPointer,
        as word: Word.Type
    ) {
        let rest = count - MemoryLayout<Word>.size
        let first = unsafe source.loadUnaligned(as: word)
        let last = unsafe source.loadUnaligned(fromByteOffset: rest, as: word)
        unsafe target.storeBytes(of: first, as: word)
        unsafe target.storeBytes(of: last, toByteOffset: rest, as: word)
    }
}
