/// A time zone file (RFC 9636) with the contents that a test chooses.
package struct TZifFile {
    package var version = UInt8(ascii: "2")
    package var times: [Int64] = []
    package var indices: [UInt8] = []
    package var offsets: [Int32] = [0]
    package var leapSeconds = 0
    package var footer = "\nUTC0\n"
    /// Counts in the second header, in its order, that differ from what follows it.
    package var counts: [Int: UInt32] = [:]

    package init(
        version: UInt8 = UInt8(ascii: "2"),
        times: [Int64] = [],
        indices: [UInt8] = [],
        offsets: [Int32] = [0],
        leapSeconds: Int = 0,
        footer: String = "\nUTC0\n",
        counts: [Int: UInt32] = [:]
    ) {
        self.version = version
        self.times = times
        self.indices = indices
        self.offsets = offsets
        self.leapSeconds = leapSeconds
        self.footer = footer
        self.counts = counts
    }

    package var bytes: [UInt8] {
        var own = [0, 0, leapSeconds, times.count, offsets.count, 4].map { UInt32($0) }
        for (place, count) in counts { own[place] = count }
        // The part of version 1 has one type, and the name `UTC`.
        var bytes = header([0, 0, 0, 0, 1, 4]) + [UInt8](repeating: 0, count: 6)
        bytes += Array("UTC\0".utf8) + header(own)
        for time in times { bytes += time.bigEndianBytes }
        bytes += indices
        for offset in offsets { bytes += offset.bigEndianBytes + [0, 0] }
        bytes += Array("UTC\0".utf8) + [UInt8](repeating: 0, count: 12 * leapSeconds)
        return bytes + Array(footer.utf8)
    }

    private func header(_ counts: [UInt32]) -> [UInt8] {
        Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            + counts.flatMap(\.bigEndianBytes)
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<Self.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
    }
}
