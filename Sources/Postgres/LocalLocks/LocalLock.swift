public import Identifiers
public import FoundationEssentials

/// A lock within this process on something that calls change one after another, such as a contest
/// or a user's data, and the mode in which a call takes it.
public struct LocalLock: Sendable {
    /// How many calls of this process may hold the lock at once.
    public enum Mode: Hashable, Sendable {
        /// One call.
        case alone
        /// Up to this number of calls, at least one.
        case together(atMost: Int)
    }

    struct Key: Hashable, Sendable {
        let kind: String
        let id: UUID
    }

    let key: Key
    let mode: Mode

    /// - Parameters:
    ///   - kind: The kind of the locked thing: equal ids of different kinds are different locks.
    ///   - id: The id of the locked thing.
    ///   - mode: The mode.
    public init(_ kind: String, _ id: UUID, _ mode: Mode) {
        key = Key(kind: kind, id: id)
        self.mode = mode
    }

    /// - Parameters:
    ///   - kind: As above.
    ///   - digest: A digest of the locked thing, at least 16 bytes.
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
