public import NIOCore
public import Values
public import Wire

/// Lists the keys that access tokens are signed with, so that gateways can verify tokens
/// themselves.
///
/// A key is created on first use and every 30 days. Each is listed until every token signed with it
/// has expired. A gateway that meets an unknown key id calls again.
public struct ListSigningKeys: Call {
    public static let id: CallID = 0x0143
    public static let effect = Effect.none
    public static let access = Access.cluster([.gateway])

    public init() {}

    /// The keys, newest first.
    public struct Reply: Codable, Hashable, Sendable {
        /// The keys, newest first; the first one signs.
        public let keys: [SigningKey]

        public init(keys: [SigningKey]) {
            self.keys = keys
        }
    }

    /// The public half of a signing key.
    public struct SigningKey: Codable, Hashable, Sendable {
        /// The key's id in the header of tokens (`kid`).
        public let id: String
        /// The 32 bytes of an Ed25519 public key.
        public let publicKey: ByteBuffer
        /// When the last token signed with it expires.
        public let expiresAt: Instant

        public init(id: String, publicKey: ByteBuffer, expiresAt: Instant) {
            self.id = id
            self.publicKey = publicKey
            self.expiresAt = expiresAt
        }
    }
}
