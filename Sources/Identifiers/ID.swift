public import FoundationEssentials

/// The identifier of one thing: a user, a challenge, a picture. Ids of different kinds do not mix.
///
/// New ids are UUIDs of version 7 (RFC 9562 §5.7): their first 48 bits are the milliseconds since
/// 1970, so newer ids sort later and stay together in an index. An id that a client chose may have
/// any version.
public struct ID<Kind>: Hashable, Sendable {
    /// The 16 bytes.
    public let uuid: UUID

    /// Makes a new id.
    public init() {
        uuid = .version7()
    }

    /// Wraps an existing UUID.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Parses the 36 characters of RFC 9562 §4; `nil` for any other text.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 36, let uuid = UUID(uuidString: String(text)) else { return nil }
        self.uuid = uuid
    }
}

extension ID: CustomStringConvertible {
    /// The 36 characters of RFC 9562 §4, in lowercase.
    public var description: String {
        uuid.uuidString.lowercased()
    }
}

extension ID: Comparable {
    /// Compares byte by byte, as PostgreSQL does.
    public static func < (left: Self, right: Self) -> Bool {
        left.uuid < right.uuid
    }
}

extension ID: Codable {
    public init(from decoder: any Decoder) throws {
        uuid = try decoder.singleValueContainer().decode(UUID.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(uuid)
    }
}
