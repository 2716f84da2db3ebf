import FoundationEssentials
import Identifiers
import Wire

// The advisory lock of a pair of users, which orders what depends on their relation (such as
// sending a challenge) and changes of the relation (such as a block).
extension Pair {
    /// The number of the pair's lock. If two pairs have the same number, they wait for each other.
    package var lock: Int64 {
        let bytes = EventKey(one, other).uuid.uuid
        let high = [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7]
        let low = [bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15]
        let number = zip(high, low).reduce(UInt64(0)) { sum, pair in
            sum << 8 | UInt64(pair.0 ^ pair.1)
        }
        return Int64(bitPattern: number)
    }
}
