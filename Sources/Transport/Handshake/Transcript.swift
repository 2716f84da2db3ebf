import Crypto
import NIOCore
import Wire

/// All bytes of a connection so far, in the order in which they were sent, as both sides saw them.
///
/// A proof's mac covers the transcript up to the mac itself, under a label that names the role. So
/// neither a proof of another connection nor the other side's own proof can stand in for it, and
/// a version range that was changed on the way shows.
struct Transcript {
    private var hash = SHA256()

    /// The length of every mac.
    static let macBytes = 32

    /// Which side proves itself.
    enum Role: String {
        case client
        case server
    }

    mutating func add(_ frame: Frame) {
        hash.update(data: Array(buffer: frame.bytes))
    }

    /// The mac that belongs at the end of a proof whose mac is still to be filled in.
    func mac(of proof: Frame, role: Role, key: SymmetricKey) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message(before: proof, role: role), using: key))
    }

    /// Whether the mac at the end of a proof is right; takes the same time for every wrong one.
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

/// Thirty-two bytes that nobody can guess.
func freshNonce() -> [UInt8] {
    SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
}
