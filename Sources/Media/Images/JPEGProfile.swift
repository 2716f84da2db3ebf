/// The colour profile of a JPEG, which may stand in several segments (ICC.1 annex B.4).
struct JPEGProfile {
    static let prefix = Array("ICC_PROFILE".utf8) + [0]
    /// The most bytes in a segment: 65,535 without the length, the prefix and the numbers.
    static let partBytesMax = 65_519

    /// Where the parts are in the file, by their numbers from 1 on.
    private var parts: [UInt8: Range<Int>] = [:]
    /// How many there should be.
    private var count: UInt8?
    /// Whether parts contradict each other, or come twice. Decoders take no such profile.
    private var isMuddled = false

    /// Notes a part; `payload` has the prefix.
    mutating func take(_ payload: [UInt8], at range: Range<Int>) {
        let numbers = payload.dropFirst(Self.prefix.count).prefix(2)
        guard numbers.count == 2, let number = numbers.first, let count = numbers.last,
            (1...max(1, count)).contains(number), count == self.count ?? count,
            parts[number] == nil
        else {
            isMuddled = true
            return
        }
        self.count = count
        parts[number] = (range.lowerBound + Self.prefix.count + 2)..<range.upperBound
    }

    /// The whole profile; `nil` if there is none that decoders take.
    func read(from source: inout ImageBytes) throws -> ICCProfile? {
        let bytes = parts.values.reduce(0) { $0 + $1.count }
        guard let count, count == parts.count, !isMuddled, bytes <= ICCProfile.bytesMax else {
            return nil
        }
        let ranges = parts.sorted { $0.key < $1.key }.map(\.value)
        return try ICCProfile(ranges.flatMap { try source.all(of: $0) })
    }

    /// The parameters of the segments that a profile is stored in.
    static func parts(of profile: ICCProfile) -> [[UInt8]] {
        let starts = Array(stride(from: 0, to: profile.bytes.count, by: partBytesMax))
        return starts.enumerated().map { index, start in
            prefix + [UInt8(index + 1), UInt8(starts.count)]
                + profile.bytes[start...].prefix(partBytesMax)
        }
    }
}
