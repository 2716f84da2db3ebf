public import Logging
import NIOCore
public import Values

/// Finds out whose account a credential proves, and at which provider.
public struct ProviderVerifier: Sendable {
    /// How long a provider may take in all, however many questions it is asked.
    static let time = TimeAmount.milliseconds(2_800)
    /// The maximum size of a picture in bytes.
    static let pictureBytesMax = 4 << 20
    /// How many redirects may lead to a picture.
    static let redirectsMax = 3

    private let known: [Provider: KnownProvider]
    private let now: @Sendable () -> Instant

    /// - Parameters:
    ///   - settings: The providers that are on; of several for one, the last counts.
    ///   - store: What replicas share about keys.
    ///   - logger: Hears of failures of providers.
    ///   - now: The time.
    /// - Throws: If a file of authorities cannot be read.
    public init(
        _ settings: [ProviderSettings],
        store: any ProviderKeyStore,
        logger: Logger,
        now: @escaping @Sendable () -> Instant = Instant.now
    ) throws {
        var known: [Provider: KnownProvider] = [:]
        for settings in settings {
            known[settings.provider] = try KnownProvider(
                settings,
                store: store,
                logger: logger,
                now: now
            )
        }
        self.known = known
        self.now = now
    }

    /// The providers that are on.
    public var providers: [Provider] { Provider.allCases.filter { known[$0] != nil } }

    /// Finds out whose account a credential proves.
    ///
    /// It takes at most 3 seconds, whatever the provider does. An identity token counts once: the
    /// caller refuses an account whose `use` it has stored, and stores it otherwise.
    ///
    /// - Parameters:
    ///   - credential: The credential, of any size and from anyone.
    ///   - provider: The provider that it is said to come from.
    /// - Returns: The account.
    /// - Throws: `ProviderRefusal`.
    public func verify(
        _ credential: ProviderCredential,
        with provider: Provider
    ) async throws(ProviderRefusal) -> ProviderAccount {
        guard let known = known[provider] else { throw .notConfigured }
        switch credential {
        case .identityToken(let token, let nonce):
            return try await known.account(token, nonce: nonce, at: now())
        case .accessToken(let token):
            guard let graph = known.graph else { throw .invalidToken }
            return try await graph.account(token, until: .now() + Self.time)
        }
    }

    /// Fetches a person's picture, of at most 4 MiB, from public addresses only.
    ///
    /// - Parameters:
    ///   - url: `pictureURL` of an account.
    ///   - provider: The provider of that account.
    /// - Returns: The bytes, which may be anything; `nil` if they could not be fetched within
    ///   3 seconds.
    public func picture(at url: String, of provider: Provider) async -> [UInt8]? {
        guard let known = known[provider], var target = WebTarget(url) else { return nil }
        let deadline = NIODeadline.now() + Self.time
        for _ in 0...Self.redirectsMax {
            do throws(WebFailure) {
                let answer = try await known.web.get(
                    target,
                    bytesMax: Self.pictureBytesMax,
                    until: deadline
                )
                if answer.status == 200 { return answer.body.isEmpty ? nil : answer.body }
                guard [301, 302, 303, 307, 308].contains(answer.status),
                    let next = answer.location.flatMap(target.redirected)
                else { throw WebFailure("it answered \(answer.status)") }
                target = next
            } catch {
                known.health.mention("a picture at \(target.host)", error)
                return nil
            }
        }
        known.health.mention("a picture at \(target.host)", WebFailure("it redirects without end"))
        return nil
    }

    /// What an operator sees of each provider that is on.
    public func status() async -> [ProviderStatus] {
        var all: [ProviderStatus] = []
        for provider in providers {
            guard let known = known[provider] else { continue }
            let (fetchedAt, count) = await known.keys.status()
            all.append(
                ProviderStatus(
                    provider: provider,
                    keysFetchedAt: fetchedAt,
                    keys: count,
                    lastFailure: known.health.lastFailure
                )
            )
        }
        return all
    }
}
