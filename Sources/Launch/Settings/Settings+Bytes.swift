extension Settings {
    /// Reads a number of bytes: digits alone, or as `500MB`, `2GiB`. The units are kB, MB, GB and
    /// TB, powers of 1,000, and KiB, MiB, GiB and TiB, powers of 1,024.
    ///
    /// - Parameters:
    ///   - key: The setting.
    ///   - range: The allowed values.
    /// - Returns: The number; `nil` if it is not set.
    /// - Throws: `SettingError` for any other text.
    public func bytes(_ key: String, in range: ClosedRange<Int64>) throws -> Int64? {
        let form = "a number of bytes such as 500MB or 2GiB, at least \(range.lowerBound)"
        return try value(key, as: form) { text in
            text.byteCount.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Replaces a default by a number of bytes, if it is set.
    public func read(
        _ key: String,
        bytesIn range: ClosedRange<Int64>,
        into value: inout Int64
    ) throws {
        value = try bytes(key, in: range) ?? value
    }
}

extension String {
    private static let byteUnits: [(name: String, bytes: Int64)] = [
        ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000),
        ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40), ("", 1),
    ]

    /// The number of bytes that the text states; `nil` for any other text.
    fileprivate var byteCount: Int64? {
        guard let unit = Self.byteUnits.first(where: { hasSuffix($0.name) }) else { return nil }
        let digits = utf8.dropLast(unit.name.utf8.count)
        guard
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let number = Int64(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
        return overflow ? nil : bytes
    }
}
