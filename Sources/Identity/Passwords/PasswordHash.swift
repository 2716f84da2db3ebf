import FoundationEssentials
import Values

/// The hash of a password with everything needed to compare it, as a PHC string:
/// `$scrypt$ln=14,r=8,p=5$<salt>$<hash>`.
struct PasswordHash: Equatable {
    let cost: PasswordCost
    let salt: [UInt8]
    let key: [UInt8]

    /// The maximum length of a password that is compared, in bytes: 256 characters, the maximum for
    /// a new password, of up to 12 bytes each, because another keyboard may send letters and
    /// accents separately.
    static let bytesMax = 3_072

    /// Hashes a password with a new salt. Blocks the thread.
    init(_ password: String, _ cost: PasswordCost) throws {
        var generator = SystemRandomNumberGenerator()
        self.cost = cost
        salt = (0..<16).map { _ in UInt8.random(in: 0...255, using: &generator) }
        key = try Scrypt.derive(Self.bytes(password), salt: salt, cost)
    }

    /// Parses a PHC string. Returns `nil` if it is not in this format.
    init?(_ text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard
            parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt",
            let cost = PasswordCost(String(parts[2])),
            let salt = Self.unpadded(parts[3]), let key = Self.unpadded(parts[4]), key.count == 32
        else { return nil }
        self.cost = cost
        self.salt = salt
        self.key = key
    }

    /// The PHC string.
    var text: String {
        "$scrypt$ln=\(cost.logN),r=\(cost.r),p=\(cost.p)"
            + "$\(Self.unpadded(salt))$\(Self.unpadded(key))"
    }

    /// Returns whether this is the password's hash. Blocks the thread, for the same time wherever
    /// the first difference is.
    func matches(_ password: String) throws -> Bool {
        let other = try Scrypt.derive(Self.bytes(password), salt: salt, cost)
        let isSame = zip(key, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
        return isSame && password.utf8.count <= Self.bytesMax
    }

    /// Composes the password, so that it is the same when typed on another keyboard (RFC 8265
    /// §4.2). Replaces a password that is too long for any account with a fixed text, which takes
    /// as long to hash.
    private static func bytes(_ password: String) -> [UInt8] {
        Array(BoundedText(password, atMost: bytesMax)?.composed.utf8 ?? "".utf8)
    }

    private static func unpadded(_ bytes: [UInt8]) -> String {
        String(Data(bytes).base64EncodedString().prefix { $0 != "=" })
    }

    private static func unpadded(_ text: Substring) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text + padding).map(Array.init)
    }
}
