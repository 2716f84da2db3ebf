import HTTPTypes

extension HTTPField.Name {
    /// Identifies a write, so that a retry is recognised.
    static let idempotencyKey = known("Idempotency-Key")
    /// What a proxy reports about a request that it forwards (RFC 7239).
    static let forwarded = known("Forwarded")
    /// The same, in the form that most proxies use.
    static let xForwardedFor = known("X-Forwarded-For")
    /// The trace's ID, for users who report a problem.
    static let traceID = known("Trace-Id")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a header: \(text)") }
        return name
    }
}
