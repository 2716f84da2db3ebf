/// The work that hashing a password takes: the parameters of scrypt (RFC 7914).
///
/// Memory is 128 × r × N bytes; work is that times p.
public struct PasswordCost: Hashable, Sendable {
    /// N as a power of two: 1 to 20.
    public let logN: Int
    /// The block size: 1 to 32.
    public let r: Int
    /// The number of sequential repetitions: 1 to 16.
    public let p: Int

    /// Creates a cost. Each parameter must be within its limits.
    public init(logN: Int, r: Int, p: Int) {
        precondition(Self.isPossible(logN: logN, r: r, p: p), "cost out of bounds")
        self.logN = logN
        self.r = r
        self.p = p
    }

    /// 16 MiB and about 250 ms; OWASP ranks it equal to its settings with more memory.
    public static let production = PasswordCost(logN: 14, r: 8, p: 5)

    /// The expected format, for the operator.
    public static let form = "scrypt's parameters, such as ln=14,r=8,p=5 (at most ln=20,r=32,p=16)"

    /// Parses `ln=14,r=8,p=5`, the format of PHC strings. Returns `nil` for anything else.
    public init?(_ text: String) {
        let values = text.split(separator: ",", omittingEmptySubsequences: false)
        guard
            values.count == 3,
            let logN = Self.value("ln=", values[0]), let r = Self.value("r=", values[1]),
            let p = Self.value("p=", values[2]), Self.isPossible(logN: logN, r: r, p: p)
        else { return nil }
        self.init(logN: logN, r: r, p: p)
    }

    private static func value(_ name: String, _ text: some StringProtocol) -> Int? {
        text.hasPrefix(name) ? Int(text.dropFirst(name.count)) : nil
    }

    static func isPossible(logN: Int, r: Int, p: Int) -> Bool {
        (1...20).contains(logN) && (1...32).contains(r) && (1...16).contains(p)
    }
}
