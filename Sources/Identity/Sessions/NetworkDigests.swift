import Crypto
import Identifiers

/// Digests the networks that users signed in from. The key is not in the database, and each user's
/// digests differ, so that stored rows reveal neither an address nor which users share one
/// (2.8-networks).
struct NetworkDigests: Sendable {
    /// The first key makes the digests that are stored; digests by any key are recognised.
    private let keys: [SymmetricKey]

    init(keys: [SymmetricKey]) {
        precondition(!keys.isEmpty, "network digests need a key")
        self.keys = keys
    }

    /// Returns a network's digests for a user, one for each key; the first one is stored.
    func digests(of network: ClientNetwork, for user: UserID) -> [[UInt8]] {
        keys.map { key in
            let name = Array("\(user):\(network.text)".utf8)
            return Array(HMAC<SHA256>.authenticationCode(for: name, using: key))
        }
    }
}
