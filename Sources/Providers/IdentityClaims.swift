import Crypto
import Values

/// What a provider's identity tokens must say to be for this app, now, and for this sign-in.
struct IdentityClaims {
    /// How far the provider's clock and this one may differ.
    static let tolerance = Duration.seconds(60)
    /// The maximum length of a nonce in bytes.
    static let nonceBytesMax = 512
    /// The maximum number of apps that a token is for.
    static let audiencesMax = 8

    let provider: Provider
    /// The app's ids at the provider.
    let clients: [String]

    /// The issuers of each provider's tokens. They are constants: an attacker who could change a
    /// description that is read at run time could sign in as any user.
    static func issuers(of provider: Provider) -> [JSON] {
        switch provider {
        case .facebook: ["https://www.facebook.com"]
        case .apple: ["https://appleid.apple.com", "https://account.apple.com"]
        case .google: ["https://accounts.google.com", "accounts.google.com"]
        }
    }

    /// The account that a token's claims describe.
    ///
    /// - Parameters:
    ///   - token: The token; its signature is checked elsewhere.
    ///   - nonce: What the app asked for it with.
    ///   - now: The time.
    /// - Returns: `nil` if the token is not for this app, this time, or this sign-in.
    func account(_ token: IdentityToken, nonce: String?, at now: Instant) -> ProviderAccount? {
        let claims = token.claims
        guard let issuer = claims["iss"], Self.issuers(of: provider).contains(issuer),
            isForThisApp(claims), Self.isNonce(claims["nonce"], nonce),
            let expiresAt = Self.expiry(claims, at: now),
            let subject = claims["sub"]?.text, ProviderAccount.isSubject(subject)
        else { return nil }
        var account = ProviderAccount(provider: provider, subject: subject)
        account.use = ProviderAccount.TokenUse(
            digest: Array(SHA256.hash(data: token.signed)),
            expiresAt: expiresAt
        )
        account.email = claims["email"]?.text.bounded(to: ProviderAccount.emailBytesMax)
        account.isEmailVerified =
            provider != .facebook && account.email != nil && Self.isTrue(claims["email_verified"])
        account.firstName = (claims["given_name"] ?? claims["name"])?.text
            .bounded(to: ProviderAccount.nameBytesMax)
        account.lastName = claims["family_name"]?.text.bounded(to: ProviderAccount.nameBytesMax)
        account.pictureURL = claims["picture"]?.text.bounded(to: WebTarget.bytesMax)
        if provider == .facebook {
            account.friendSubjects = ProviderAccount.friends(claims["user_friends"]?.items ?? [])
        }
        return account
    }

    /// Whether every app that the token is for is this one, and so is the one that asked for it.
    private func isForThisApp(_ claims: JSON) -> Bool {
        let audiences = claims["aud"]?.items ?? claims["aud"].map { [$0] } ?? []
        guard (1...Self.audiencesMax).contains(audiences.count) else { return false }
        let presenters = claims["azp"].map { [$0] } ?? []
        let ours = clients.map { JSON.text(Array($0.utf8)) }
        return (audiences + presenters).allSatisfy(ours.contains)
    }

    /// When the token is refused for its age; `nil` if it is, or is not valid yet.
    private static func expiry(_ claims: JSON, at now: Instant) -> Instant? {
        guard let expires = instant(claims["exp"]), let issued = instant(claims["iat"]),
            issued <= now + tolerance, now < expires + tolerance
        else { return nil }
        if let notBefore = claims["nbf"] {
            guard let begin = instant(notBefore), begin <= now + tolerance else { return nil }
        }
        return expires + tolerance
    }

    private static func instant(_ claim: JSON?) -> Instant? {
        claim?.seconds.map { Instant(microseconds: $0 * 1_000_000) }
    }

    /// Whether a token was asked for with a nonce: it has the nonce or its digest, for apps may
    /// pass either to the provider. A token with a nonce needs it, and one without has none.
    private static func isNonce(_ claim: JSON?, _ sent: String?) -> Bool {
        guard let claim else { return sent == nil }
        guard let claimed = claim.text, let sent, !sent.isEmpty,
            sent.utf8.count <= nonceBytesMax
        else { return false }
        let digest = hexadecimal(SHA256.hash(data: Array(sent.utf8)))
        // Both are compared, whatever the first comparison says.
        let (same, hashed) = (isEqual(claimed, sent), isEqual(claimed, digest))
        return same || hashed
    }

    /// Compares in a time that depends on the lengths alone.
    private static func isEqual(_ one: String, _ other: String) -> Bool {
        guard one.utf8.count == other.utf8.count else { return false }
        return zip(one.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Apple has sent both forms.
    private static func isTrue(_ claim: JSON?) -> Bool {
        claim == .bool(true) || claim == "true"
    }
}

/// Bytes as digits of base 16.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
        as: UTF8.self
    )
}
