import HTTPTypes

extension HTTPField.Name {
    /// Identifies a write, so that a retry is recognised.
    static let idempotencyKey = known("Idempotency-Key")
    /// What a proxy reports about a request that it forwards (RFC 7239).
    static let forwarded = known("Forwarded")
    /// The same, in the form that most proxies use.
    static let xForwardedFor = known("X-Forwarded-For")
    /// The scheme that the client used, as a proxy reports it.
    static let xForwardedProto = known("X-Forwarded-Proto")
    /// How a page relates to the origin that its browser sends a request to.
    static let secFetchSite = known("Sec-Fetch-Site")
    /// How much of the page's URL other servers learn.
    static let referrerPolicy = known("Referrer-Policy")
    /// Which pages share a browsing context group with the page.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// Which features of the browser the page may use.
    static let permissionsPolicy = known("Permissions-Policy")
    /// The trace's ID, for users who report a problem.
    static let traceID = known("Trace-Id")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a header: \(text)") }
        return name
    }
}
