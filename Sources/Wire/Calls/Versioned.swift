/// A reply that has a version. The gateway passes it on as an `ETag` (RFC 9110 §8.8.3), which a
/// client may return in `If-Match` with its next change.
public protocol Versioned: Codable {
    /// Incremented by each change.
    var version: Int64 { get }
}
