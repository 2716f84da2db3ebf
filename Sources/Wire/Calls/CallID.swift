/// The number of a call on the wire; its high byte is the service, from 0x01 for identity, or 0x00
/// for a call that every service answers.
public struct CallID: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    public init(integerLiteral value: UInt16) {
        rawValue = value
    }
}

extension CallID: CustomStringConvertible {
    /// Four hexadecimal digits: `0x0201`.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
