import Crypto
import FoundationEssentials
import Identifiers
import Values
import Wire

/// Signs and verifies the URLs of pictures, which are valid for 10 to 20 minutes.
///
/// The expiry is rounded up to whole ten minutes, so that a picture keeps its URL for a while and
/// caches work. Only the gateway signs, when a reply is sent. The URLs of a stored reply expire
/// when those of the first reply did (2.14-write-id).
struct SignedURLs: Sendable {
    private static let step: Int64 = 600

    private let keys: [SymmetricKey]
    private let prefix: String
    private let now: @Sendable () -> Instant
    /// Recently signed URLs: signing costs more than the rest of a reply.
    private let written = Cache<MediaReference, Written>(
        limit: GatewayLimits.signedURLsCachedMax
    )

    private struct Written: Sendable {
        let end: Int64
        let url: String
    }

    init(keys: [SymmetricKey], publicURL: String?, now: @escaping @Sendable () -> Instant) {
        self.keys = keys
        self.now = now
        let base = publicURL ?? ""
        prefix = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/v1/media/"
    }

    /// Returns the URL of a picture; anyone who has it can see the picture.
    func url(of reference: MediaReference) -> String {
        let end = end(from: seconds)
        if let written = written[reference], written.end == end { return written.url }
        let url = url(of: reference, until: end)
        written[reference] = Written(end: end, url: url)
        return url
    }

    /// Returns the URL that a picture had, or would have had, in a reply at an earlier time; it may
    /// have expired.
    func url(of reference: MediaReference, since moment: Instant) -> String {
        let end = end(from: min(moment.microseconds / 1_000_000, seconds))
        return url(of: reference, until: end)
    }

    private func url(of reference: MediaReference, until end: Int64) -> String {
        let path = "\(reference.media)/\(reference.variant)"
        let code = HMAC<SHA256>.authenticationCode(for: signed(path, end), using: keys[0])
        return "\(prefix)\(path)?e=\(end)&s=\(Base64URL.encode(code))"
    }

    /// When a URL that is written at this time expires, in seconds.
    private func end(from seconds: Int64) -> Int64 {
        let steps = (seconds + Self.step - 1) / Self.step
        return (steps + 1) * Self.step
    }

    /// Whether the gateway signed the URL; it may have expired since.
    func isSigned(_ url: SignedURL) -> Bool {
        guard let code = Base64URL.decode(url.signature) else { return false }
        let path = "\(url.picture.media)/\(url.picture.variant)"
        return keys.contains { key in
            HMAC<SHA256>.isValidAuthenticationCode(
                code,
                authenticating: signed(path, url.end),
                using: key
            )
        }
    }

    /// Returns how many seconds remain until `end`; `nil` if it has passed.
    func secondsLeft(until end: Int64) -> Int64? {
        let seconds = seconds
        return end > seconds ? end - seconds : nil
    }

    /// The time of day, in whole seconds.
    var moment: HTTPDate {
        HTTPDate(seconds: seconds)
    }

    private var seconds: Int64 {
        now().microseconds / 1_000_000
    }

    private func signed(_ path: String, _ end: Int64) -> Data {
        Data("\(path)?e=\(end)".utf8)
    }
}
