/// The parts of a picture that `Range` requests (RFC 9110 §14.1.2, §14.2).
struct RangeRequest: Hashable {
    /// A part as requested.
    enum Part: Hashable {
        /// From a byte, counted from 0, through another or to the end.
        case from(Int64, through: Int64?)
        /// This many bytes at the end.
        case last(Int64)
    }

    let parts: [Part]

    /// The most parts that are served. A request for more gets the whole picture.
    static let partsMax = 16

    /// Reads all lines of a header.
    ///
    /// `nil` if there are none, or the header is to be ignored: a unit other than bytes, text that
    /// cannot be read, a part that ends before it begins, or more parts than are served.
    init?(lines: [String]) {
        guard
            lines.count == 1, let equals = lines[0].utf8.firstIndex(of: UInt8(ascii: "=")),
            lines[0].utf8[..<equals].isWord("bytes")
        else { return nil }
        var parts: [Part] = []
        for member in lines[0].utf8[equals...].dropFirst().split(separator: UInt8(ascii: ",")) {
            let text = member.withoutBlanks
            if text.isEmpty { continue }
            guard parts.count < Self.partsMax, let part = Part(text) else { return nil }
            parts.append(part)
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    /// Returns the requested ranges that exist in `count` bytes, in the requested order.
    /// Overlapping ranges are joined, and then all are in byte order. Empty if none exists.
    func ranges(in count: Int64) -> [Range<Int64>] {
        let found = parts.compactMap { $0.range(in: count) }
        let sorted = found.sorted { $0.lowerBound < $1.lowerBound }
        var joined: [Range<Int64>] = []
        for range in sorted {
            if let last = joined.last, range.lowerBound < last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                joined[joined.count - 1] = last.lowerBound..<end
            } else {
                joined.append(range)
            }
        }
        return joined.count == found.count ? found : joined
    }
}

extension RangeRequest.Part {
    /// Reads `0-499`, `500-` or `-500`.
    fileprivate init?(_ text: some Collection<UInt8>) {
        let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int64(digits: ends[0]), Int64(digits: ends[1])) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            self = .from(first, through: last)
        case (let first?, nil) where ends[1].isEmpty:
            self = .from(first, through: nil)
        case (nil, let count?) where ends[0].isEmpty:
            self = .last(count)
        default: return nil
        }
    }

    /// Returns what exists of the part in `count` bytes.
    fileprivate func range(in count: Int64) -> Range<Int64>? {
        let range: Range<Int64> =
            switch self {
            case .from(let first, let last):
                min(first, count)..<min(last ?? .max, count - 1) &+ 1
            case .last(let length): count - min(length, count)..<count
            }
        return range.isEmpty ? nil : range
    }
}

extension Int64 {
    /// Reads a number of any length; one that is too large becomes the largest. `nil` for anything
    /// else.
    fileprivate init?(digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var number: Int64 = 0
        for byte in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isBeyond) = tenfold.addingReportingOverflow(Int64(byte - 0x30))
            number = isTooLarge || isBeyond ? .max : sum
        }
        self = number
    }
}
