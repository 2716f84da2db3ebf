import HTTPTypes
import Hummingbird

/// Refuses requests that a page of another origin makes a browser send with its cookie
/// (2.8-browser; RFC 6454, Fetch §3.2).
///
/// Only the routes under `/v1/browser` read the cookie, so they alone need it. A page of another
/// origin cannot forge `Origin`, and cannot send JSON without asking first, which is never allowed.
struct SameOrigin: Sendable {
    /// The gateway's address as clients see it.
    let publicURL: PublicURL?
    /// Knows which proxies to trust.
    let forwarded: ForwardedAddress

    /// The first segments of the paths that it guards.
    private static let path = ["v1", "browser"]

    /// Whether a path is one of those that it guards. As in the router, empty segments count for
    /// nothing.
    static func guards(_ path: String) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2).prefix(2)
            .elementsEqual(Self.path) { $0.elementsEqual($1.utf8) }
    }

    /// Checks that a page of this gateway sent a request, by its head alone.
    ///
    /// - Returns: The cookie that the browser keeps.
    /// - Throws: `gateway.cross_site`.
    func cookie(
        of http: Request,
        _ context: GatewayContext
    ) throws(GatewayError) -> BrowserCookie {
        let origins = http.headers[values: .origin]
        let sites = http.headers[values: .secFetchSite]
        guard
            origins.count == 1, let origin = Origin(origins[0]),
            sites.isEmpty || sites == ["same-origin"], http.isJSONOrEmpty
        else { throw .crossSite }
        let isPublic = publicURL.map { Origin($0) == origin } ?? false
        let isHost = http.head.authority.map(Origin.authority) == origin.authority
        guard isPublic || isHost else { throw .crossSite }
        let isSecure =
            isPublic && publicURL?.isHTTPS == true
            || forwarded.isHTTPS(peer: context.peerAddress, http.headers)
        return BrowserCookie(isSecure: isSecure)
    }
}

/// The authority of an origin: a host and its port. The scheme is not compared, because a proxy may
/// have ended HTTPS.
private struct Origin: Equatable {
    let authority: [UInt8]

    /// Reads an origin as browsers write it; `nil` for anything else, such as `null`.
    init?(_ text: String) {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { text.utf8.starts(with: $0.utf8) }) else {
            return nil
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        guard !rest.isEmpty, !rest.contains(UInt8(ascii: "/")) else { return nil }
        authority = Self.authority(rest)
    }

    /// The origin of a URL. Browsers omit the scheme's default port.
    init(_ url: PublicURL) {
        let rest = url.text.utf8.drop { $0 != UInt8(ascii: "/") }.dropFirst(2)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") }
        let port = url.isHTTPS ? ":443" : ":80"
        let hasPort = authority.suffix(port.utf8.count).elementsEqual(port.utf8)
        self.authority = Self.authority(authority.dropLast(hasPort ? port.utf8.count : 0))
    }

    /// The authority in `Host`.
    static func authority(_ text: String) -> [UInt8] { authority(text.utf8[...]) }

    private static func authority(_ text: Substring.UTF8View) -> [UInt8] {
        Array(text.lowercased.utf8)
    }
}

extension PublicURL {
    fileprivate var isHTTPS: Bool { text.utf8.starts(with: "https://".utf8) }
}

extension Request {
    /// Whether the head announces JSON, or no body. Forms, which a page of any origin can send,
    /// have other types.
    fileprivate var isJSONOrEmpty: Bool {
        if !headers[values: .contentType].isEmpty { return mediaType == "application/json" }
        return (contentLength ?? 0) == 0 && headers[.transferEncoding] == nil
    }
}
