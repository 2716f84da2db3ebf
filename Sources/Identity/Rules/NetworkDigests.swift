import Crypto
import Identifiers

/// How the networks are kept that a person signed in from: as digests under a key that the database
/// does not hold, another for each person, so that its rows tell neither an address nor who shares
/// one (2.8-networks).
struct NetworkDigests: Sendable {
    /// The first makes what is kept; what any of them made is recognised.
    private let keys: [SymmetricKey]

    init(keys: [SymmetricKey]) {
        precondition(!keys.isEmpty, "no key for networks")
        self.keys = keys
    }

    /// A network as it is kept for a person: the digest that is written first.
    func digests(of network: ClientNetwork, for user: UserID) -> [[UInt8]] {
        keys.map { key in
            let name = Array("\(user):\(network.text)".utf8)
            return Array(HMAC<SHA256>.authenticationCode(for: name, using: key))
        }
    }
}
