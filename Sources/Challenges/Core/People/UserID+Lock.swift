import FoundationEssentials
import Identifiers

extension UserID {
    /// The number of a person's lock: the last four bytes. Whoever chose an id may share the lock
    /// of somebody else, and then waits for what that person makes, as they do for the other.
    var lock: Int32 {
        let bytes = uuid.uuid
        return [bytes.12, bytes.13, bytes.14, bytes.15].reduce(0) { $0 << 8 | Int32($1) }
    }
}
