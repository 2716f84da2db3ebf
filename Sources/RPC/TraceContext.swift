/// The identity of one request as it passes through the cluster (W3C Trace Context, level 1).
public struct TraceContext: Hashable, Sendable {
    /// 32 hexadecimal digits in lower case, not all zero.
    public let traceID: String
    /// 16 hexadecimal digits in lower case, not all zero: the hop that asks.
    public let parentID: String

    /// Begins a trace.
    public init() {
        traceID =
            Self.hexadecimal(.random(in: 1...UInt64.max))
            + Self.hexadecimal(.random(in: 0...UInt64.max))
        parentID = Self.hexadecimal(.random(in: 1...UInt64.max))
    }

    /// Reads a `traceparent`; `nil` when it is malformed, for then a new trace must begin.
    public init?(traceparent: String) {
        let parts = traceparent.split(separator: "-", omittingEmptySubsequences: false)
        guard
            parts.count >= 4, parts[0].count == 2, parts[0] != "ff", Self.isHexadecimal(parts[0]),
            parts[0] != "00" || parts.count == 4,
            parts[1].count == 32, Self.isHexadecimal(parts[1]),
            parts[1].contains(where: { $0 != "0" }),
            parts[2].count == 16, Self.isHexadecimal(parts[2]),
            parts[2].contains(where: { $0 != "0" }),
            parts[3].count == 2, Self.isHexadecimal(parts[3])
        else { return nil }
        traceID = String(parts[1])
        parentID = String(parts[2])
    }

    /// The header's form: `00-<trace id>-<parent id>-01`.
    public var traceparent: String {
        "00-\(traceID)-\(parentID)-01"
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func isHexadecimal(_ text: Substring) -> Bool {
        text.utf8.allSatisfy {
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
        }
    }
}
