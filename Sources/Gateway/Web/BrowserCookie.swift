import HTTPTypes
import IdentityAPI
import Values

/// The cookie that keeps a browser's refresh token: no script can read it, and a browser sends it
/// only to `/v1/browser`, and only for pages of the same site.
struct BrowserCookie {
    /// Whether the browser reaches the gateway over HTTPS. Over HTTP it would drop a `Secure`
    /// cookie.
    let isSecure: Bool

    private var name: String { isSecure ? "__Secure-gauntlet" : "gauntlet" }

    /// Returns the value of `Set-Cookie` that keeps a token for as long as it is valid.
    func keeping(_ token: String) -> String {
        header(token, seconds: SignedIn.refreshTokenLifetime.components.seconds)
    }

    /// The value of `Set-Cookie` that deletes the token.
    var deletion: String { header("", seconds: 0) }

    private func header(_ value: String, seconds: Int64) -> String {
        "\(name)=\(value); Path=/v1/browser; Max-Age=\(seconds); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }

    /// Returns the token that a request brings; `nil` if it brings none, several, or what is no
    /// token by its length.
    func token(in headers: HTTPFields) -> String? {
        let values = headers[values: .cookie]
            .flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }
            .compactMap { pair -> Substring.UTF8View? in
                let parts = pair.split(
                    separator: UInt8(ascii: "="),
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                guard parts.count == 2, parts[0].withoutBlanks.elementsEqual(name.utf8) else {
                    return nil
                }
                return parts[1].withoutBlanks
            }
        guard values.count == 1, values[0].count == SignedIn.refreshTokenLength else { return nil }
        return String(Substring(values[0]))
    }
}
