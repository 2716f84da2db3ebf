import Crypto
import FoundationEssentials
import Identifiers
import IdentityAPI
import JWTKit
import NIOCore
import Values

@testable import Gateway

/// Signs access tokens as identity does, and in ways that it would not.
struct Tokens: Sendable {
    let keyID = "k1"
    let key = Curve25519.Signing.PrivateKey()
    let clocks: TestClocks

    struct Claims: JWTPayload {
        var sub: String
        var sid: String
        var iss = "gauntlet"
        var aud = "gauntlet"
        var mod: Bool?
        var iat: Int
        var exp: Int

        func verify(using algorithm: some JWTAlgorithm) {}
    }

    /// The key as identity lists it.
    var listed: ListSigningKeys.SigningKey {
        ListSigningKeys.SigningKey(
            id: keyID,
            publicKey: ByteBuffer(bytes: key.publicKey.rawRepresentation),
            expiresAt: clocks.now + .hours(24)
        )
    }

    func claims(_ user: UserID, _ session: SessionID) -> Claims {
        let seconds = Int(clocks.now.microseconds / 1_000_000)
        return Claims(
            sub: user.description,
            sid: session.description,
            iat: seconds,
            exp: seconds + 900
        )
    }

    /// Returns a token signed by jwt-kit, after the test has changed its claims.
    func token(
        _ user: UserID,
        _ session: SessionID,
        kid: String = "k1",
        typ: String = "JWT",
        _ change: (inout Claims) -> Void = { _ in }
    ) async throws -> String {
        var claims = claims(user, session)
        change(&claims)
        let keys = await JWTKeyCollection().add(
            eddsa: EdDSA.PrivateKey(backing: key),
            kid: JWKIdentifier(string: kid)
        )
        return try await keys.sign(
            claims,
            kid: JWKIdentifier(string: kid),
            header: ["typ": .string(typ)]
        )
    }

    /// Returns a token with any header, signed as the test wants.
    func forged(
        _ user: UserID,
        _ session: SessionID,
        header: String,
        signature: (Data) throws -> Data
    ) throws -> String {
        let claims = try JSONEncoder().encode(claims(user, session))
        let signed = Base64URL.encode(Data(header.utf8)) + "." + Base64URL.encode(claims)
        return signed + "." + Base64URL.encode(try signature(Data(signed.utf8)))
    }
}
