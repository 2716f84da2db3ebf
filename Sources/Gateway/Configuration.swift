public import Crypto
import NIOCore
public import Values

extension Gateway {
    /// Where the gateway listens, how clients reach it, and what it signs with.
    public struct Configuration: Sendable {
        /// The address to listen on; `fd` for a socket that is already bound.
        public var host: String
        /// The port to listen on; 0 for a free one. With `fd`, the socket's descriptor.
        public var port: Int
        /// The descriptor of a socket that is already bound; `nil` if the gateway binds.
        var socket: CInt? { host == "fd" ? CInt(exactly: port) : nil }
        /// The address of the gateway as clients see it, with which signed URLs begin:
        /// `https://play.example.org`. A slash at its end is dropped. Without it, signed URLs begin
        /// with their path.
        public var publicURL: PublicURL?
        /// The keys for signed URLs of pictures: the first signs, all are accepted.
        public var mediaKeys: [SymmetricKey]
        /// The keys for the cursors of lists: the first seals, all of them open.
        public var cursorKeys: [SymmetricKey]
        /// The web pages that may send requests from a browser.
        public var origins: AllowedOrigins
        /// The proxies whose forwarded client addresses are trusted.
        public var proxies: Networks
        /// The limits for one user and one address.
        public var requests: ClientLimits
        /// Whether bodies are compressed.
        public var compression: Compression
        /// The number of gateways that share these limits.
        public var gateways: GatewayCountSetting
        /// Whether the web client is served.
        public var web: WebSetting
        /// The directory of the web client's files; `nil` for those built into the process.
        public var webDirectory: WebDirectory?
        /// The timeouts of calls to the services.
        var waits = Waits()
        /// The limits of client connections.
        var connections = HTTPLimits()

        /// Takes at least one key of each kind; two while keys rotate.
        public init(
            host: String = "127.0.0.1",
            port: Int = 8080,
            publicURL: PublicURL? = nil,
            mediaKeys: [SymmetricKey],
            cursorKeys: [SymmetricKey],
            origins: AllowedOrigins = AllowedOrigins(),
            proxies: Networks = Networks(),
            requests: ClientLimits = ClientLimits(),
            compression: Compression = .gzip,
            gateways: GatewayCountSetting = .one,
            web: WebSetting = .on,
            webDirectory: WebDirectory? = nil
        ) {
            precondition(!mediaKeys.isEmpty, "no key to sign picture URLs with")
            precondition(!cursorKeys.isEmpty, "no key to seal cursors with")
            self.host = host
            self.port = port
            self.publicURL = publicURL
            self.mediaKeys = mediaKeys
            self.cursorKeys = cursorKeys
            self.origins = origins
            self.proxies = proxies
            self.requests = requests
            self.compression = compression
            self.gateways = gateways
            self.web = web
            self.webDirectory = webDirectory
            connections.stall = TimeAmount(requests.stall)
        }
    }
}

/// The gateway's address as clients see it.
public struct PublicURL: Hashable, Sendable {
    /// The URL as the operator wrote it.
    public let text: String

    /// The expected form, for error messages.
    public static let form = "a URL such as https://play.example.org"

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

/// Limits on the size of a request, on caches, and on the time for a picture.
enum GatewayLimits {
    /// The longest JSON body.
    static let bodyBytesMax = 65_536
    /// The longest access token.
    static let tokenBytesMax = 4_096
    /// How many bytes of the `User-Agent` header are kept.
    static let userAgentBytesMax = 256
    /// The longest media type of a body, without its parameters (RFC 6838 §4.2).
    static let mediaTypeBytesMax = 255
    /// The longest ID of a key that signs tokens.
    static let keyIDBytesMax = 64
    /// The most verified tokens in the cache.
    static let tokensCachedMax = 20_000
    /// The most pictures whose type, length and hash are cached.
    static let picturesCachedMax = 20_000
    /// The most picture URLs in the cache of those whose signature was verified.
    static let verifiedURLsCachedMax = 20_000
    /// The most picture URLs in the cache of those that were signed recently.
    static let signedURLsCachedMax = 20_000
    /// The most queries whose decoded calls are cached, and the longest such query in bytes.
    static let (queriesRememberedMax, queryBytesMax) = (1_000, 128)
    /// How long the transfer of a picture may take, in either direction.
    static let picture = Duration.seconds(300)
}

/// How long the gateway waits for the services behind it.
struct Waits: Sendable {
    /// How long a call may take.
    var call = Duration.seconds(10)
    /// How long a call waits until its client has fewer calls under way.
    var slot = Duration.seconds(1)
    /// How long a profile waits for its points.
    var points = Duration.milliseconds(500)
    /// How long calls about sessions and signing keys may take.
    var session = Duration.seconds(2)
    /// How long clients of a bound socket wait until the gateway knows sessions.
    var start = Duration.seconds(5)
}
