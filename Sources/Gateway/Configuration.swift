public import Crypto

extension Gateway {
    /// Where the gateway listens, how clients reach it, and what it signs with.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var host: String
        /// The port to listen on; 0 for a free one.
        public var port: Int
        /// What links begin with, as clients see the gateway: `https://play.example.org`; a slash
        /// at its end is dropped. Without it they begin with their path.
        public var publicURL: String?
        /// Signs the links of pictures: the first signs, all are accepted.
        public var mediaKeys: [SymmetricKey]
        /// How long the services may take.
        var waits = Waits()

        /// Takes one key at least, two while keys rotate.
        public init(
            host: String = "127.0.0.1",
            port: Int = 8080,
            publicURL: String? = nil,
            mediaKeys: [SymmetricKey]
        ) {
            precondition(!mediaKeys.isEmpty, "no key to sign the links of pictures with")
            self.host = host
            self.port = port
            self.publicURL = publicURL
            self.mediaKeys = mediaKeys
        }
    }
}

/// How much a request may bring, and how long its calls may take.
enum GatewayLimits {
    /// The longest JSON body.
    static let bodyBytesMax = 65_536
    /// The longest access token.
    static let tokenBytesMax = 4_096
    /// The longest `Idempotency-Key`.
    static let idempotencyKeyCharactersMax = 255
    /// How much of the client's name for itself is kept.
    static let userAgentCharactersMax = 256
    /// How many verified tokens are remembered.
    static let tokensRememberedMax = 20_000
    /// How long bytes of a picture may take, in either direction.
    static let picture = Duration.seconds(300)
}

/// How long the gateway waits for the services behind it.
struct Waits: Sendable {
    /// How long a call may take.
    var call = Duration.seconds(10)
    /// How long a profile waits for its points.
    var points = Duration.milliseconds(500)
    /// How long the questions about sessions and signing keys may take.
    var session = Duration.seconds(2)
}
