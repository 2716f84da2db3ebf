public import Crypto
import NIOCore
public import Values

extension Gateway {
    /// Where the gateway listens, how clients reach it, and what it signs with.
    public struct Configuration: Sendable {
        /// The address to listen on; `fd` for a socket that is bound already.
        public var host: String
        /// The port to listen on; 0 for a free one. Of a bound socket its descriptor.
        public var port: Int
        /// The descriptor of a socket that is bound already; `nil` where the gateway binds.
        var socket: CInt? { host == "fd" ? CInt(exactly: port) : nil }
        /// What links begin with, as clients see the gateway: `https://play.example.org`; a slash
        /// at its end is dropped. Without it they begin with their path.
        public var publicURL: PublicURL?
        /// Signs the links of pictures: the first signs, all are accepted.
        public var mediaKeys: [SymmetricKey]
        /// Which web pages may ask from a browser.
        public var origins: AllowedOrigins
        /// The proxies whose word about a client's address counts.
        public var proxies: Networks
        /// How much is taken from one person and one address.
        public var requests: ClientLimits
        /// How many gateways share these limits.
        public var gateways: GatewayCountSetting
        /// How long the services may take.
        var waits = Waits()
        /// How long connections may take.
        var connections = HTTPLimits()

        /// Takes one key at least, two while keys rotate.
        public init(
            host: String = "127.0.0.1",
            port: Int = 8080,
            publicURL: PublicURL? = nil,
            mediaKeys: [SymmetricKey],
            origins: AllowedOrigins = AllowedOrigins(),
            proxies: Networks = Networks(),
            requests: ClientLimits = ClientLimits(),
            gateways: GatewayCountSetting = .one
        ) {
            precondition(!mediaKeys.isEmpty, "no key to sign the links of pictures with")
            self.host = host
            self.port = port
            self.publicURL = publicURL
            self.mediaKeys = mediaKeys
            self.origins = origins
            self.proxies = proxies
            self.requests = requests
            self.gateways = gateways
            connections.stall = TimeAmount(requests.stall)
        }
    }
}

/// The gateway's address as clients see it.
public struct PublicURL: Hashable, Sendable {
    /// As it was written.
    public let text: String

    /// How it is written.
    public static let form = "an address as https://play.example.org"

    public init?(_ text: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix) else { return nil }
        let rest = text.dropFirst(scheme.count)
        let isPlain = rest.utf8.allSatisfy { byte in
            (0x21...0x7E).contains(byte) && !"?#\"<>\\".utf8.contains(byte)
        }
        guard isPlain, !rest.isEmpty, !rest.hasPrefix("/") else { return nil }
        self.text = text
    }
}

/// How much a request may bring, and how long its calls may take.
enum GatewayLimits {
    /// The longest JSON body.
    static let bodyBytesMax = 65_536
    /// The longest access token.
    static let tokenBytesMax = 4_096
    /// How much of the client's name for itself is kept.
    static let userAgentBytesMax = 256
    /// The longest type of a body, without its parameters (RFC 6838 §4.2).
    static let mediaTypeBytesMax = 255
    /// The longest id of a key that signs tokens.
    static let keyIDBytesMax = 64
    /// How many verified tokens are remembered.
    static let tokensCachedMax = 20_000
    /// How many pictures' types, lengths and hashes are remembered.
    static let picturesCachedMax = 20_000
    /// How many links of pictures are remembered whose signatures were verified.
    static let verifiedURLsCachedMax = 20_000
    /// How many links of pictures are remembered that were written lately.
    static let signedURLsCachedMax = 20_000
    /// How many queries are remembered as the calls that they are, and how long they may be.
    static let (queriesRememberedMax, queryBytesMax) = (1_000, 128)
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
