import HTTPTypes

extension HTTPField.Name {
    /// Names a write, so that its repetition is recognised.
    static let idempotencyKey = known("Idempotency-Key")
    /// The trace's identity, for whoever reports a problem.
    static let traceID = known("Trace-Id")

    private static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("not a header: \(text)") }
        return name
    }
}
