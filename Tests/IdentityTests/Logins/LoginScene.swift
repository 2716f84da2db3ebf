import Identifiers
import IdentityAPI
import MediaAPI
import NIOCore
import Postgres
import Providers
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Values
import Wire

@testable import Identity

/// Two replicas of the identity service, and the three providers on this machine.
struct LoginScene: Sendable {
    static let client = "com.example.gauntlet"

    let facebook: LocalProvider
    let apple: LocalProvider
    let google: LocalProvider
    let town: Town
    /// The other replica.
    let other: Town
    /// Where pictures are uploaded.
    let pictures: PictureShelf

    static func run(
        limits: SignInLimits = SignInLimits(),
        database: Database = .fresh,
        _ body: @Sendable (LoginScene) async throws -> Void
    ) async throws {
        let clock = StoppedClock(at: .thisSecond)
        try await Authority.run { authority, _ in
            let files = try await authority.issue("localhost", validFor: "IP:127.0.0.1")
            try await run(.facebook, files, clock) { facebook in
                try await run(.apple, files, clock) { apple in
                    try await run(.google, files, clock) { google in
                        let shelf = PictureShelf()
                        let towns = try (0..<2).map { _ in
                            Town(
                                database: database,
                                media: shelf.switchboard,
                                limits: limits,
                                providers: try verifier(
                                    (facebook, apple, google),
                                    authority,
                                    database,
                                    clock
                                ),
                                clock: clock
                            )
                        }
                        try await body(
                            LoginScene(
                                facebook: facebook,
                                apple: apple,
                                google: google,
                                town: towns[0],
                                other: towns[1],
                                pictures: shelf
                            )
                        )
                    }
                }
            }
        }
    }

    private static func run(
        _ kind: LocalProvider.Kind,
        _ files: (certificate: String, key: String),
        _ clock: StoppedClock,
        _ body: (LocalProvider) async throws -> Void
    ) async throws {
        try await LocalProvider.run(
            kind,
            client: client,
            certificate: files,
            now: { clock.now },
            body
        )
    }

    private static func verifier(
        _ locals: (facebook: LocalProvider, apple: LocalProvider, google: LocalProvider),
        _ authority: Authority,
        _ database: Database,
        _ clock: StoppedClock
    ) throws -> ProviderVerifier {
        try ProviderVerifier(
            [
                .facebook(
                    app: client,
                    secret: locals.facebook.secret,
                    graph: ProviderAddress(locals.facebook.url),
                    keys: ProviderAddress(locals.facebook.url),
                    authorities: authority.file
                ),
                .apple(
                    clients: [client],
                    keys: ProviderAddress(locals.apple.url),
                    authorities: authority.file
                ),
                .google(
                    clients: [client],
                    keys: ProviderAddress(locals.google.url),
                    authorities: authority.file
                ),
            ],
            store: SharedProviderKeys(in: database),
            logger: TestServer.quiet,
            now: { clock.now }
        )
    }

    subscript(kind: LocalProvider.Kind) -> LocalProvider {
        switch kind {
        case .facebook: facebook
        case .apple: apple
        case .google: google
        }
    }

    /// Signs in with a new identity token. Where the provider has no names, the body has.
    func enter(
        _ kind: LocalProvider.Kind = .google,
        _ subject: String,
        token: String? = nil,
        username: String? = nil,
        invite: String? = nil,
        from address: String? = nil,
        at town: Town? = nil
    ) async throws -> SignedIn {
        let token = try token ?? self[kind].signed(subject)
        let call = SignInWithProvider(
            provider: kind.rawValue,
            identityToken: token,
            username: username,
            firstName: "Cy",
            lastName: "Adler",
            invite: invite
        )
        return try await (town ?? self.town).ask(call, from: address)
    }

    /// Signs in with an access token of Facebook.
    func enter(_ user: LocalGraphUser) async throws -> SignedIn {
        facebook.add(user)
        return try await town.ask(
            SignInWithProvider(provider: "facebook", accessToken: user.token)
        )
    }

    /// Links a login with a new identity token.
    @discardableResult
    func link(
        _ kind: LocalProvider.Kind,
        _ subject: String,
        token: String? = nil,
        to user: UserID
    ) async throws -> LinkedLogin {
        let token = try token ?? self[kind].signed(subject)
        return try await town.ask(
            LinkLogin(provider: kind.rawValue, identityToken: token),
            as: user
        )
    }

    func unlink(
        _ kind: LocalProvider.Kind,
        from user: UserID,
        at town: Town? = nil
    ) async throws {
        _ = try await (town ?? self.town).ask(UnlinkLogin(provider: kind.rawValue), as: user)
    }

    /// The providers of a user's logins.
    func logins(of user: UserID) async throws -> [LinkedLogin.Provider] {
        try await town.ask(ListLogins(), as: user).items.map(\.provider)
    }

    /// A user of Facebook with this app.
    func user(_ name: String, friends: [String] = []) -> LocalGraphUser {
        var user = LocalGraphUser(token: "token-of-\(name)", subject: name, app: Self.client)
        user.firstName = name
        user.friends = friends
        return user
    }

    /// The users suggested to a user.
    func suggested(to user: UserID) async throws -> [UserID] {
        try await town.ask(ListSuggestions(), as: user).items.map(\.user.id)
    }
}

/// Keeps what is uploaded to mediad, which takes every picture or none.
final class PictureShelf: Sendable {
    private let kept = Mutex<[MediaID: [UInt8]]>([:])
    private let refuses = Mutex(false)

    var pictures: [MediaID: [UInt8]] { kept.withLock { $0 } }

    func refuse() { refuses.withLock { $0 = true } }

    var switchboard: Switchboard {
        Switchboard {
            $0.on {
                (_: UploadMedia, stream: ServedStream<UploadMedia>, context: CallContext) in
                _ = try context.signedIn
                var bytes: [UInt8] = []
                while let item = try await stream.next() { bytes += item.readableBytesView }
                if self.refuses.withLock({ $0 }) { throw MediaError.damaged }
                let id = MediaID()
                self.kept.withLock { $0[id] = bytes }
                return UploadMedia.Reply(
                    id: id,
                    contentType: "image/jpeg",
                    bytes: Int64(bytes.count),
                    width: 1,
                    height: 1,
                    url: MediaReference(id)
                )
            }
            $0.on { (_: ClaimMedia, _) in ClaimMedia.Reply(media: []) }
        }
    }
}
