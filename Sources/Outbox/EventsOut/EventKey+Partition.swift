import FoundationEssentials
import Wire

extension EventKey {
    /// The number of partitions of the outbox, each leased to one replica at a time.
    static let partitions = 16

    /// The partition of all events of this key: FNV-1a over the sixteen bytes, which is the same in
    /// every process.
    var partition: Int16 {
        let hash = withUnsafeBytes(of: uuid.uuid) { bytes in
            bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { hash, byte in
                (hash ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        return Int16((hash >> 32) % UInt64(Self.partitions))
    }
}
