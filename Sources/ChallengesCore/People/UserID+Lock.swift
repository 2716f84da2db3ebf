import FoundationEssentials
import Identifiers

extension UserID {
    /// The number of a person's lock: the last four bytes. Two people may have the same number: each
    /// of them then waits while the other's lock is held.
    package var lock: Int32 {
        let bytes = uuid.uuid
        return [bytes.12, bytes.13, bytes.14, bytes.15].reduce(0) { $0 << 8 | Int32($1) }
    }
}
