import HTTPTypes

extension HTTPField.Name {
    /// Names a write, so that its repetition is recognised.
    static let idempotencyKey = known("Idempotency-Key")
    /// What a proxy says of a request that it passes on (RFC 7239).
    static let forwarded = known("Forwarded")
    /// The same, as most proxies say it.
    static let xForwardedFor = known("X-Forwarded-For")
    /// The trace's identity, for whoever reports a problem.
    static let traceID = known("Trace-Id")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a header: \(text)") }
        return name
    }
}
