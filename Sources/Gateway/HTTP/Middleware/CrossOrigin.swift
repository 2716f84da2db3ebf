import HTTPTypes
import Hummingbird
import Values

/// The web pages that may send requests to the gateway from a browser (CORS, Fetch §3.2).
///
/// The gateway authenticates by a token that the page sends itself, so no response allows
/// credentials. The routes of its own pages, which read a cookie, allow no other page.
public struct AllowedOrigins: Hashable, Sendable {
    private let origins: Set<BoundedText>
    /// The length in bytes of the longest origin.
    private let originBytesMax: Int
    private let isOpen: Bool

    /// The expected form, for error messages.
    public static let form = "origins such as https://play.example.org, separated by commas, or *"

    /// Allows no page.
    public init() {
        origins = []
        originBytesMax = 0
        isOpen = false
    }

    /// Reads origins as browsers write them, `https://play.example.org,http://localhost:3000`; `*`
    /// alone allows every page. `nil` if one is invalid: with a path, or with its scheme's default
    /// port, it would never match.
    public init?(_ text: String) {
        isOpen = text == "*"
        let list = text.split(separator: ",", omittingEmptySubsequences: false).map {
            String($0.drop { $0 == " " })
        }
        let longest = list.map(\.utf8.count).max() ?? 0
        origins = isOpen ? [] : Set(list.compactMap { BoundedText($0, atMost: longest) })
        originBytesMax = longest
        guard isOpen || list.allSatisfy(Self.isOrigin) else { return nil }
    }

    var isEmpty: Bool { origins.isEmpty && !isOpen }

    /// Response headers that a page may read in addition to those that it always may.
    private static let responseHeaders =
        "Accept-Ranges, Allow, Content-Range, ETag, Retry-After, Trace-Id, WWW-Authenticate"

    /// Marks in a response whether the requesting page may read it; adds nothing if no page may.
    func mark(_ headers: inout HTTPFields, for origin: String?) {
        guard !isEmpty else { return }
        let answer = origin.flatMap(answer(to:))
        if let answer {
            headers[.accessControlAllowOrigin] = answer
            headers[.accessControlExposeHeaders] = Self.responseHeaders
        }
        if answer != "*" { headers[values: .vary].append("Origin") }
    }

    /// Returns the value of `Access-Control-Allow-Origin` for a page; `nil` if the page is not
    /// allowed.
    func answer(to origin: String) -> String? {
        if isOpen { return "*" }
        let origin = BoundedText(origin, atMost: originBytesMax)
        return origin.flatMap { origins.contains($0) ? $0.text : nil }
    }

    private static func isOrigin(_ text: String) -> Bool {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: text.hasPrefix) else { return false }
        let authority = text.dropFirst(scheme.count)
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        let isBracketed = authority.hasPrefix("[") && authority.contains("]")
        let port = isBracketed ? authority.drop { $0 != "]" }.dropFirst() : parts.dropFirst().first
        let host = isBracketed ? authority.prefix { $0 != "]" }.dropFirst() : parts[0]
        guard isBracketed ? isIPv6(host) : parts.count <= 2 && isName(host) else {
            return false
        }
        guard let port, !(isBracketed && port.isEmpty) else { return true }
        guard !isBracketed || port.hasPrefix(":") else { return false }
        let digits = isBracketed ? port.dropFirst() : port
        guard let number = Int(digits), (1...65_535).contains(number) else { return false }
        // Browsers omit the scheme's default port, so an origin with it would never match.
        return String(number) == digits && number != (scheme == "https://" ? 443 : 80)
    }

    /// Whether the host is an IPv6 address as browsers write it: in lower case, without a zone.
    private static func isIPv6(_ host: Substring) -> Bool {
        host.contains(":") && !host.contains("%") && !host.contains(where: \.isUppercase)
            && IPAddress(host) != nil
    }

    /// Whether the host is a name as browsers write it: in lower case.
    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.allSatisfy { character in
                character.isASCII
                    && (character.isLowercase || character.isNumber || ".-_".contains(character))
            }
    }
}

/// Answers preflight requests, and marks in each response which page may read it.
struct CrossOrigin: Sendable {
    let allowed: AllowedOrigins
    let routes: RouteTable

    /// Request headers that a page may send in addition to those that it always may.
    private static let requestHeaders =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, "
        + "traceparent"
    /// How long a browser may cache a preflight response: the longest time that any browser allows.
    private static let rememberedSeconds = 7_200

    /// Marks in a response whether the requesting page may read it.
    func mark(_ response: inout Response, to request: Request) {
        guard !allowed.isEmpty, !SameOrigin.guards(request.uri.path) else { return }
        allowed.mark(&response.headers, for: request.headers[.origin])
    }

    /// Returns the response to a preflight request of an allowed page; `nil` if it is not one, or
    /// the path has no route.
    func preflight(_ request: Request) -> Response? {
        guard
            request.method == .options, !allowed.isEmpty,
            request.headers[.origin].flatMap(allowed.answer(to:)) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        let methods = routes.methods(at: request.uri.path)
        guard !methods.isEmpty, !SameOrigin.guards(request.uri.path) else { return nil }
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: methods.list,
                .accessControlAllowHeaders: Self.requestHeaders,
                .accessControlMaxAge: String(Self.rememberedSeconds),
            ]
        )
    }
}
