import HTTPTypes
import Hummingbird
import Values

/// Which web pages may ask the gateway from a browser (CORS, Fetch §3.2).
///
/// The gateway knows who asks by a token that a page sends itself, never by a cookie, so no answer
/// allows credentials.
public struct AllowedOrigins: Hashable, Sendable {
    private let origins: Set<BoundedText>
    /// The bytes of the longest of them.
    private let originBytesMax: Int
    private let isOpen: Bool

    /// How they are written.
    public static let form = "origins as https://play.example.org, separated by commas, or *"

    /// No page.
    public init() {
        origins = []
        originBytesMax = 0
        isOpen = false
    }

    /// Reads origins as browsers write them, `https://play.example.org,http://localhost:3000`; `*`
    /// alone stands for every page. `nil` where one is none: with a path, or with its scheme's own
    /// port, it would never fit.
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

    /// What a page may read beside the few headers that it always may.
    private static let responseHeaders =
        "Accept-Ranges, Allow, Content-Range, ETag, Retry-After, Trace-Id, WWW-Authenticate"

    /// Says in a response whether the page that asked may read it; nothing where no page may.
    func mark(_ headers: inout HTTPFields, for origin: String?) {
        guard !isEmpty else { return }
        let answer = origin.flatMap(answer(to:))
        if let answer {
            headers[.accessControlAllowOrigin] = answer
            headers[.accessControlExposeHeaders] = Self.responseHeaders
        }
        if answer != "*" { headers[values: .vary].append("Origin") }
    }

    /// What `Access-Control-Allow-Origin` answers a page; `nil` where it may not ask.
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
        // Browsers leave the scheme's own port out, so an origin with it would never fit.
        return String(number) == digits && number != (scheme == "https://" ? 443 : 80)
    }

    /// An address of IPv6 in lower case, as browsers write it: without a zone.
    private static func isIPv6(_ host: Substring) -> Bool {
        host.contains(":") && !host.contains("%") && !host.contains(where: \.isUppercase)
            && IPAddress(host) != nil
    }

    /// A host in lower case, as browsers write it.
    private static func isName(_ host: Substring) -> Bool {
        !host.isEmpty
            && host.allSatisfy { character in
                character.isASCII
                    && (character.isLowercase || character.isNumber || ".-_".contains(character))
            }
    }
}

/// Answers the questions that browsers ask ahead, and says with each response which page may read
/// it.
struct CrossOrigin: Sendable {
    let allowed: AllowedOrigins
    let routes: RouteTable

    /// What a page may send beside the few headers that it always may.
    private static let requestHeaders =
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, "
        + "traceparent"
    /// How long a browser may remember the answer: the longest that any does.
    private static let rememberedSeconds = 7_200

    /// Says in a response whether the page that asked may read it.
    func mark(_ response: inout Response, to request: Request) {
        guard !allowed.isEmpty else { return }
        allowed.mark(&response.headers, for: request.headers[.origin])
    }

    /// The answer to a browser that asks ahead for a page that may; `nil` where it does not, or
    /// nothing is there.
    func preflight(_ request: Request) -> Response? {
        guard
            request.method == .options, !allowed.isEmpty,
            request.headers[.origin].flatMap(allowed.answer(to:)) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        let methods = routes.methods(at: request.uri.path)
        guard !methods.isEmpty else { return nil }
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
