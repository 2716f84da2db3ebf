/// A reply that has a version. The gateway passes it on as an `ETag` (RFC 9110 §8.8.3), which a
/// client may return in `If-Match` with its next change.
public protocol Versioned: Codable {
    /// Incremented by each change.
    var version: Int64 { get }
}

extension Call {
    /// Whether its reply has a version, if there is one.
    public static var isVersioned: Bool {
        Reply.self is any Versioned.Type || Reply.self is any MaybeVersioned.Type
    }
}

private protocol MaybeVersioned {}

extension Optional: MaybeVersioned where Wrapped: Versioned {}
