import IdentityAPI
import Values

/// How mail is written, and how long it is tried; an operator may change all of it.
public struct MailRules: Sendable {
    /// The sender's address.
    public private(set) var sender = "gauntlet@gauntlet.invalid"
    /// The address of the app, to which links in mails lead; `nil` if mails have none.
    public private(set) var app: String?
    /// How long a mail that cannot be delivered is tried again; 24 hours by default.
    public var retry = Duration.hours(24)

    /// The pauses between two attempts of one mail.
    static let pauses = Backoff(from: .seconds(10), to: .hours(1))
    /// How long an attempt may take before another process makes the next one.
    static let attemptMax = Duration.minutes(2)
    /// How long it is remembered that a mail was sent, so that its cause makes no other.
    static let memory = Duration.days(15)

    /// Creates the default rules; each can be changed.
    public init() {}

    /// Sets the sender's address. Returns `false` if it is not an address in ASCII.
    public mutating func setSender(_ text: String) -> Bool {
        guard let address = try? EmailAddress(text), address.isASCII else { return false }
        sender = address.text
        return true
    }

    /// Sets the address of the app, without a slash at its end. Returns `false` if it is none.
    public mutating func setApp(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isShort = (1...200).contains(bytes.count)
        guard isShort, bytes.allSatisfy({ (0x21...0x7E).contains($0) }), bytes.contains(0x3A),
            !bytes.contains(where: { "#?<>\"".utf8.contains($0) })
        else { return false }
        let kept = bytes.last == UInt8(ascii: "/") ? bytes.dropLast() : bytes[...]
        app = String(decoding: kept, as: UTF8.self)
        return true
    }
}

extension EmailAddress {
    /// Whether the address needs no extension of SMTP (RFC 6531).
    var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }
}
