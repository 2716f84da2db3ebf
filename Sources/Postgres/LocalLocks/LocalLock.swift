public import Identifiers
public import FoundationEssentials

/// Something that calls change one after another, such as a contest or what belongs to a person,
/// and how a call holds it meanwhile.
public struct LocalLock: Sendable {
    /// How many calls of this process hold it at once.
    public enum Mode: Hashable, Sendable {
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
    let mode: Mode

    /// - Parameters:
    ///   - kind: What it is: ids of different kinds are different things.
    ///   - id: Which one.
    ///   - mode: How it is held.
    public init(_ kind: String, _ id: UUID, _ mode: Mode) {
        key = Key(kind: kind, id: id)
        self.mode = mode
    }

    /// - Parameters:
    ///   - kind: As above.
    ///   - digest: Which one, by a digest of at least 16 bytes.
    ///   - mode: As above.
    public init(_ kind: String, digest: [UInt8], _ mode: Mode) {
        precondition(digest.count >= 16)
        let id = unsafe digest.withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) }
        self.init(kind, UUID(uuid: id), mode)
    }

    public init<Kind>(_ kind: String, _ id: ID<Kind>, _ mode: Mode) {
        self.init(kind, id.uuid, mode)
    }
}
