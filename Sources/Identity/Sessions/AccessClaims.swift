import Foundation
import Identifiers
import JWTKit
import Values

/// The claims of an access token (RFC 7519). Times are whole seconds since 1970.
struct AccessClaims: JWTPayload, Equatable {
    /// The user's id.
    let sub: String
    /// The session's id.
    let sid: String
    /// Whether the user has the moderator's right; absent if not.
    let mod: Bool?
    let iat: Int
    let exp: Int
    let iss: String
    let aud: String

    /// How long a token is valid: 15 minutes.
    static let lifetime = Duration.minutes(15)

    init(user: UserID, session: SessionID, isModerator: Bool, at now: Instant) {
        sub = String(describing: user)
        sid = String(describing: session)
        mod = isModerator ? true : nil
        iat = Int(now.microseconds / 1_000_000)
        exp = iat + Int(Self.lifetime.components.seconds)
        iss = "gauntlet"
        aud = "gauntlet"
    }

    func verify(using algorithm: some JWTAlgorithm) throws {
        try ExpirationClaim(value: Date(timeIntervalSince1970: Double(exp))).verifyNotExpired()
        guard iss == "gauntlet", aud == "gauntlet" else {
            throw JWTError.generic(identifier: "claims", reason: "wrong issuer or audience")
        }
    }
}
