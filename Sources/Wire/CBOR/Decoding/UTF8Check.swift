/// Checks that bytes are UTF-8 (RFC 3629): no surrogates, no overlong forms, nothing beyond
/// U+10FFFF.
enum UTF8Check {
    @inline(__always)
    static func isValid(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe isASCII(bytes) || isValid(bytes, from: 0)
    }

    /// Checks eight bytes at a time; the last eight may overlap those before.
    @inline(__always)
    static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let count = bytes.count
        var seen: UInt64 = 0
        if count >= 8 {
            var index = 0
            while index + 8 < count {
                unsafe seen |= bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                index += 8
            }
            unsafe seen |= bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        } else if count >= 4 {
            let first = unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            let last = unsafe bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)
            seen = UInt64(first | last)
        } else {
            for index in 0..<count { unsafe seen |= UInt64(bytes[index]) }
        }
        return seen & 0x8080_8080_8080_8080 == 0
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
