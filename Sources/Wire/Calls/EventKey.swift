public import FoundationEssentials
public import Identifiers

/// The key that orders events: usually the id of the row that changed.
public struct EventKey: Hashable, Sendable {
    /// The 16 bytes of the key.
    public let uuid: UUID

    /// A key for one row, of whatever kind.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// A key for one row.
    public init<Kind>(_ id: ID<Kind>) {
        uuid = id.uuid
    }

    /// A key for a pair of rows, in either order.
    public init<Kind>(_ one: ID<Kind>, _ other: ID<Kind>) {
        let (a, b) = (one.uuid.uuid, other.uuid.uuid)
        uuid = UUID(
            uuid: (
                a.0 ^ b.0, a.1 ^ b.1, a.2 ^ b.2, a.3 ^ b.3, a.4 ^ b.4, a.5 ^ b.5, a.6 ^ b.6,
                a.7 ^ b.7, a.8 ^ b.8, a.9 ^ b.9, a.10 ^ b.10, a.11 ^ b.11, a.12 ^ b.12,
                a.13 ^ b.13, a.14 ^ b.14, a.15 ^ b.15
            )
        )
    }
}

extension EventKey: CustomStringConvertible {
    /// The key as the 36 characters of a UUID, in lowercase.
    public var description: String {
        ID<EventKey>(uuid).description
    }
}
