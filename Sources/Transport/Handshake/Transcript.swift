import Crypto
import NIOCore
import Wire

/// A running hash of all bytes of a connection so far, in the order in which they were sent.
///
/// A proof's MAC covers the transcript up to the MAC itself, under a label that names the role. So
/// neither a proof from another connection nor the other side's own proof can replace it, and a
/// version range that was changed in transit is detected.
struct Transcript {
    private var hash = SHA256()

    /// The length of every MAC.
    static let macBytes = 32

    /// The side that proves itself.
    enum Role: String {
        case client
        case server
    }

    mutating func add(_ frame: Frame) {
        hash.update(data: Array(buffer: frame.bytes))
    }

    /// Computes the MAC for the end of a proof whose MAC is not filled in yet.
    func mac(of proof: Frame, role: Role, key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message(before: proof, role: role), using: key))
    }

    /// Whether the MAC at the end of a proof is right; takes the same time for every wrong one.
    func verify(_ mac: [UInt8], of proof: Frame, role: Role, key: SymmetricKey) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(
            mac,
            authenticating: message(before: proof, role: role),
            using: key
        )
    }

    private func message(before proof: Frame, role: Role) -> [UInt8] {
        var hash = hash
        hash.update(data: Array(buffer: proof.bytes).dropLast(Self.macBytes))
        return Array(role.rawValue.utf8) + Array(hash.finalize())
    }
}

/// Thirty-two random bytes.
func freshNonce() -> [UInt8] {
    SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
}
