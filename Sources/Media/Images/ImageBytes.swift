import MediaAPI

#if canImport(Glibc)
import Glibc
#endif

/// The bytes of an uploaded picture, of which one window at a time is in memory.
///
/// Reading beyond the end throws `media.damaged`: no length in the file is trusted.
///
/// Invariant: `window` holds the bytes from `start` on, and lies within `0..<count`.
struct ImageBytes {
    /// The most bytes in memory, and the most that can be requested at once.
    static let windowBytes = 65_536

    /// How many bytes there are.
    let count: Int
    private let load: (Range<Int>) throws -> [UInt8]
    private var window: [UInt8] = []
    private var start = 0

    /// - Parameters:
    ///   - count: How many bytes there are.
    ///   - load: Reads exactly the bytes of a range within them.
    init(count: Int, load: @escaping (Range<Int>) throws -> [UInt8]) {
        self.count = count
        self.load = load
    }

    /// The byte at an offset.
    mutating func byte(at offset: Int) throws -> UInt8 {
        try hold(offset, 1)
        return window[offset - start]
    }

    /// The bytes of a range, at most a window.
    mutating func bytes(_ offset: Int, _ length: Int) throws -> [UInt8] {
        try hold(offset, length)
        return Array(window[(offset - start)..<(offset - start + length)])
    }

    /// A big-endian number of two bytes.
    mutating func big16(at offset: Int) throws -> Int {
        try bytes(offset, 2).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A big-endian number of four bytes.
    mutating func big32(at offset: Int) throws -> Int {
        try bytes(offset, 4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// A little-endian number of up to four bytes.
    mutating func little(at offset: Int, _ length: Int = 4) throws -> Int {
        try bytes(offset, length).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The next offset of a byte, from an offset on; `nil` if there is none.
    mutating func firstIndex(of byte: UInt8, from offset: Int) throws -> Int? {
        var offset = offset
        while offset < count {
            try hold(offset, 1)
            let found = window.withUnsafeBytes { bytes -> Int? in
                let rest = UnsafeRawBufferPointer(rebasing: bytes[(offset - start)...])
                guard let base = rest.baseAddress,
                    let hit = memchr(base, CInt(byte), rest.count)
                else { return nil }
                return UnsafeRawPointer(hit) - base
            }
            if let found { return offset + found }
            offset = start + window.count
        }
        return nil
    }

    /// Passes on a range in parts of at most a window.
    mutating func forEachPart(
        of range: Range<Int>,
        _ use: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var offset = range.lowerBound
        while offset < range.upperBound {
            try hold(offset, 1)
            let end = min(range.upperBound, start + window.count)
            try window.withUnsafeBytes { bytes in
                try use(UnsafeRawBufferPointer(rebasing: bytes[(offset - start)..<(end - start)]))
            }
            offset = end
        }
    }

    /// The bytes of a range of any length.
    mutating func all(of range: Range<Int>) throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(range.count)
        try forEachPart(of: range) { bytes.append(contentsOf: $0) }
        return bytes
    }

    /// Loads a range into the window.
    private mutating func hold(_ offset: Int, _ length: Int) throws {
        guard offset >= 0, length >= 0, length <= Self.windowBytes, offset <= count - length else {
            throw MediaError.damaged
        }
        if offset >= start, offset + length <= start + window.count { return }
        window = try load(offset..<min(count, offset + Self.windowBytes))
        start = offset
    }
}
