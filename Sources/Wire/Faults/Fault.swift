public import NIOCore

/// A refusal or a failure as it is sent to the caller.
public struct Fault: Error, Codable, Hashable, Sendable {
    /// For programs: `challenges.not_friends`. Never renamed.
    public let code: String
    /// What the caller can do about it.
    public let kind: Kind
    /// One sentence for a person. Never contains SQL, hosts, paths or another service's messages.
    public let detail: String
    /// What is wrong with which field of the call.
    public var fields: [Field]?
    /// How many seconds to wait before asking again.
    public var retryAfterSeconds: Int?
    /// The row as the caller may read it, encoded as its reply would be.
    public var current: ByteBuffer?

    public init(
        code: String,
        kind: Kind,
        detail: String,
        fields: [Field]? = nil,
        retryAfterSeconds: Int? = nil,
        current: ByteBuffer? = nil
    ) {
        self.code = code
        self.kind = kind
        self.detail = detail
        self.fields = fields
        self.retryAfterSeconds = retryAfterSeconds
        self.current = current
    }

    /// What the caller can do about a fault, in ten kinds.
    public enum Kind: String, Codable, CaseIterable, Sendable {
        /// Correct the input.
        case invalid
        /// Sign in.
        case unauthenticated
        /// Ask the owner.
        case forbidden
        /// It does not exist, or the caller may not know that it does.
        case notFound
        /// Read the current state, then decide.
        case conflict
        /// The caller's copy is outdated; the fault includes the current row.
        case stale
        /// A limit was hit: slow down.
        case exhausted
        /// Retry with backoff; unless the fault is flagged as not begun, whether the call took
        /// effect is unknown.
        case unavailable
        /// The deadline passed; whether the call took effect is unknown.
        case expired
        /// The service failed; the trace id helps to find out why.
        case bug

        /// Decodes a kind that this release does not know as `bug`.
        public init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            self = Kind(word: text) ?? .bug
        }
    }

    /// What is wrong with one field.
    public struct Field: Codable, Hashable, Sendable {
        /// A JSON pointer (RFC 6901) into the call: `/recipients/2`.
        public let pointer: String
        /// For programs: `challenges.not_friends`.
        public let code: String
        /// One sentence for a person.
        public let detail: String

        public init(pointer: String, code: String, detail: String) {
            self.pointer = pointer
            self.code = code
            self.detail = detail
        }
    }
}

extension Fault {
    /// Whether a service may pass on this fault of another service: only faults that say to retry
    /// later.
    public var mayPass: Bool {
        switch kind {
        case .unavailable, .expired, .exhausted: true
        default: false
        }
    }
}
