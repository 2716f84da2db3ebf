import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
public import Values

/// Facebook, Apple or Google on this machine: its keys, which it changes, its tokens and, of
/// Facebook, its Graph API, all in the formats of the real ones.
public final class LocalProvider: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case facebook
        case apple
        case google
    }

    /// What it does instead of answering.
    public enum Mischief: Sendable, CaseIterable {
        case silence, close, noise, trickle, endlessHeaders, endlessBody, hugeLength, interim
        case redirect, failure, notJSON, noKeys, twoKeysOneID, manyKeys, compressed
    }

    struct State {
        var keys: [LocalKey]
        var rotations = 0
        var mischief: Mischief?
        var requests: [String] = []
        var connections = 0
        var users: [LocalGraphUser] = []
        var files: [String: [UInt8]] = [:]
        var cacheControl: String? = "public, max-age=19845, must-revalidate, no-transform"
        var location = "https://127.0.0.1:1/"
    }

    public let kind: Kind
    /// The app's id here.
    public let client: String
    /// The secret of the app at Facebook.
    public let secret = "0123456789abcdef0123456789abcdef"
    let state: Mutex<State>
    private let boundPort = Mutex(0)
    private let now: @Sendable () -> Instant

    private init(_ kind: Kind, client: String, now: @escaping @Sendable () -> Instant) {
        (self.kind, self.client, self.now) = (kind, client, now)
        state = Mutex(State(keys: [LocalKey(0, id: "\(kind.rawValue)-0")]))
    }

    /// The port on 127.0.0.1.
    public var port: Int { boundPort.withLock { $0 } }
    /// Its address; its certificate is valid for it.
    public var url: String { "https://127.0.0.1:\(port)" }

    /// What it was asked: the paths, with their queries.
    public var requests: [String] { state.withLock { $0.requests } }
    /// How often its keys were fetched.
    public var fetches: Int { requests.count { $0 == keysPath } }
    /// How many connections it had.
    public var connections: Int { state.withLock { $0.connections } }
    /// The key that signs.
    public var key: LocalKey { state.withLock { $0.keys[$0.keys.count - 1] } }

    /// Signs with another key from now on. The last key stays published beside it; older ones end.
    public func rotate() {
        state.withLock { state in
            state.rotations += 1
            let key = LocalKey(state.rotations, id: "\(kind.rawValue)-\(state.rotations)")
            state.keys = state.keys.suffix(1) + [key]
        }
    }

    /// Makes mischief at every request until it is `nil` again.
    public func does(_ mischief: Mischief?) { state.withLock { $0.mischief = mischief } }
    /// Where its redirects lead.
    public func redirects(to location: String) { state.withLock { $0.location = location } }
    /// How long it lets its keys be kept.
    public func lets(cacheControl: String?) { state.withLock { $0.cacheControl = cacheControl } }
    /// Serves bytes under a path.
    public func serves(_ bytes: [UInt8], at path: String) {
        state.withLock { $0.files[path] = bytes }
    }
    /// Adds a user of Facebook, or replaces the one with the same access token.
    public func add(_ user: LocalGraphUser) {
        state.withLock { state in
            state.users.removeAll { $0.token == user.token }
            state.users.append(user)
        }
    }

    /// An honest token for a new sign-in of a user.
    public func token(_ subject: String, nonce: String? = nil) -> LocalToken {
        let seconds = now().microseconds / 1_000_000
        var header = ["alg": "\"RS256\"", "kid": LocalToken.text(key.id)]
        var claims = [
            "aud": LocalToken.text(client), "sub": LocalToken.text(subject),
            "iat": "\(seconds)", "email": LocalToken.text("\(subject.lowercased())@example.com"),
            "jti": LocalToken.text("\(UInt64.random(in: 0...UInt64.max))"),
        ]
        if let nonce { claims["nonce"] = LocalToken.text(nonce) }
        switch kind {
        case .apple:
            claims["iss"] = "\"https://appleid.apple.com\""
            claims["exp"] = "\(seconds + 86_400)"
            claims["email_verified"] = "\"true\""
            claims["is_private_email"] = "\"true\""
            claims["nonce_supported"] = "true"
            claims["auth_time"] = "\(seconds)"
        case .google:
            header["typ"] = "\"JWT\""
            claims["iss"] = "\"https://accounts.google.com\""
            claims["azp"] = LocalToken.text(client)
            claims["exp"] = "\(seconds + 3_600)"
            claims["email_verified"] = "true"
            claims["given_name"] = "\"Ana\""
            claims["family_name"] = "\"Nováková\""
            claims["name"] = "\"Ana Nov\\u00e1kov\\u00e1 \\ud83d\\ude80\""
            claims["picture"] = LocalToken.text("\(url)/pictures/\(subject).jpg")
        case .facebook:
            header["typ"] = "\"JWT\""
            claims["iss"] = LocalToken.text("https://www.facebook.com")
            claims["exp"] = "\(seconds + 3_600)"
            claims["given_name"] = "\"Bo\""
            claims["family_name"] = "\"Li\""
            claims["name"] = "\"Bo Li\""
            claims["picture"] = LocalToken.text("\(url)/pictures/\(subject).jpg")
            claims["user_friends"] = "[\"1001\",\"1002\"]"
        }
        return LocalToken(header: header, claims: claims)
    }

    /// An honest token, signed.
    public func signed(_ subject: String, nonce: String? = nil) throws -> String {
        try token(subject, nonce: nonce).signed(with: key)
    }

    /// Where the real one has its keys.
    public var keysPath: String {
        switch kind {
        case .facebook: "/.well-known/oauth/openid/jwks/"
        case .apple: "/auth/keys"
        case .google: "/oauth2/v3/certs"
        }
    }

    func note(connection: Void) { state.withLock { $0.connections += 1 } }

    /// The answer to a request.
    func answer(_ target: String) throws -> LocalAnswer {
        let (state, seconds) = (
            state.withLock { state in
                state.requests.append(target)
                return state
            },
            now().microseconds / 1_000_000
        )
        if let mischief = state.mischief { return try .mischief(mischief, in: state) }
        if target == keysPath { return try .keys(state) }
        if let bytes = state.files[target] { return LocalAnswer(200, bytes) }
        if kind == .facebook {
            let graph = LocalGraph(app: client, secret: secret, users: state.users, now: seconds)
            if let answer = graph.answer(target) { return answer }
        }
        return LocalAnswer(404, "{}")
    }

    /// Runs a provider while `body` uses it.
    ///
    /// - Parameters:
    ///   - kind: Which one.
    ///   - client: The app's id there.
    ///   - files: The files of its certificate and key (`Authority.issue`, for `IP:127.0.0.1`).
    ///   - now: The time of its tokens.
    ///   - body: Uses it.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func run<Result: Sendable>(
        _ kind: Kind,
        client: String,
        certificate files: (certificate: String, key: String),
        now: @escaping @Sendable () -> Instant = Instant.now,
        _ body: (LocalProvider) async throws -> Result
    ) async throws -> Result {
        let tls = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: NIOSSLCertificate.fromPEMFile(files.certificate)
                    .map { .certificate($0) },
                privateKey: .privateKey(NIOSSLPrivateKey(file: files.key, format: .pem))
            )
        )
        let provider = LocalProvider(kind, client: client, now: now)
        let listening = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    provider.note(connection: ())
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: tls))
                    try pipeline.addHandler(LocalProviderHandler(provider))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        provider.boundPort.withLock { $0 = listening.localAddress?.port ?? 0 }
        do {
            let result = try await body(provider)
            try await listening.close()
            return result
        } catch {
            try? await listening.close()
            throw error
        }
    }
}
