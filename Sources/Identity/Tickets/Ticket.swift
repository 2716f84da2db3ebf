import Crypto
import Identifiers
import Values

/// A secret that is mailed to an address: 32 random bytes. Only its SHA-256 digest is stored.
struct Ticket: Equatable {
    /// The text in the mail: 43 characters.
    let text: String
    /// The digest that is stored.
    let digest: [UInt8]

    /// What a ticket is for.
    enum Kind: String {
        case reset
        case email
    }

    /// How long a ticket of an address is valid: 24 hours.
    static let emailLife = Duration.hours(24)

    /// Generates a ticket.
    init() {
        self.init(unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) })
    }

    /// Parses what a client sends. Returns `nil` if no ticket looks like it.
    init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    private init(_ bytes: [UInt8]) {
        text = Base64URL.encode(bytes)
        digest = Array(SHA256.hash(data: bytes))
    }
}

/// A ticket that is stored.
struct StoredTicket: Equatable {
    let account: UserID
    /// The address that it went to, in the form in which addresses are compared.
    let email: String
}
