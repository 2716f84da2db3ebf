import Crypto
import Identifiers

/// Digests the networks that people signed in from. The key is not in the database and the digests
/// differ for each person, so that stored rows reveal neither an address nor who shares one
/// (2.8-networks).
struct NetworkDigests: Sendable {
    /// The first key makes the digests that are stored; digests of all keys are recognised.
    private let keys: [SymmetricKey]

    init(keys: [SymmetricKey]) {
        precondition(!keys.isEmpty, "network digests need a key")
        self.keys = keys
    }

    /// Returns a network's digests for a person, one for each key; the first one is stored.
    func digests(of network: ClientNetwork, for user: UserID) -> [[UInt8]] {
        keys.map { key in
            let name = Array("\(user):\(network.text)".utf8)
            return Array(HMAC<SHA256>.authenticationCode(for: name, using: key))
        }
    }
}
