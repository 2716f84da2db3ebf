import FoundationEssentials
import Identifiers

extension UserID {
    /// The number of a user's lock: the last four bytes of the id. If two users have the same
    /// number, they wait for each other's locks.
    package var lock: Int32 {
        let bytes = uuid.uuid
        return [bytes.12, bytes.13, bytes.14, bytes.15].reduce(0) { $0 << 8 | Int32($1) }
    }
}
