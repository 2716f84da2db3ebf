public import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

extension UUID {
    /// A new UUID of version 7 (RFC 9562 §5.7): milliseconds since 1970, then 74 random bits.
    public static func version7() -> UUID {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return version7(
            milliseconds: UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000,
            random: (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
        )
    }

    /// Assembles a version 7 UUID.
    ///
    /// - Parameters:
    ///   - milliseconds: Milliseconds since 1970; only the low 48 bits are used.
    ///   - random: Random bits: the low 12 of the first word and the low 62 of the second are used.
    /// - Returns: The UUID.
    static func version7(milliseconds: UInt64, random: (UInt64, UInt64)) -> UUID {
        let high = milliseconds << 16 | 0x7000 | random.0 & 0x0FFF
        let low = 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
        }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
                byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            )
        )
    }
}
