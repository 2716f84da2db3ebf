public import Identifiers
public import FoundationEssentials

/// Something that calls change one after another, such as a contest or what belongs to a person,
/// and how a call holds it meanwhile.
public struct Turn: Sendable {
    /// How many calls of this process hold it at once.
    public enum Hold: Hashable, Sendable {
        /// One.
        case alone
        /// As many as this, which hold it together. At least one.
        case together(atMost: Int)
    }

    struct Key: Hashable, Sendable {
        let kind: String
        let id: UUID
    }

    let key: Key
    let hold: Hold

    /// - Parameters:
    ///   - kind: What it is: ids of different kinds are different things.
    ///   - id: Which one.
    ///   - hold: How it is held.
    public init(_ kind: String, _ id: UUID, _ hold: Hold) {
        key = Key(kind: kind, id: id)
        self.hold = hold
    }

    /// - Parameters:
    ///   - kind: As above.
    ///   - digest: Which one, by a digest of at least 16 bytes.
    ///   - hold: As above.
    public init(_ kind: String, digest: [UInt8], _ hold: Hold) {
        precondition(digest.count >= 16)
        let id = unsafe digest.withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) }
        self.init(kind, UUID(uuid: id), hold)
    }

    public init<Kind>(_ kind: String, _ id: ID<Kind>, _ hold: Hold) {
        self.init(kind, id.uuid, hold)
    }
}
