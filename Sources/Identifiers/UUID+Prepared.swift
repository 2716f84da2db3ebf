public import FoundationEssentials

extension UUID {
    /// The id of something that load tests prepare for a numbered person. The same arguments always
    /// give the same id, and it never collides with a real one, because it is a UUID of version 8
    /// (RFC 9562 §5.8).
    ///
    /// - Parameters:
    ///   - kind: What the id is for.
    ///   - number: The person's number; only its low 32 bits are used.
    ///   - index: Which of the person's things of that kind.
    /// - Returns: The UUID. Ids of the same kind and index sort by number.
    public static func prepared(_ kind: UInt8, _ number: Int, _ index: UInt16 = 0) -> UUID {
        func byte(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> shift) }
        return UUID(
            uuid: (
                0x10, 0xAD, 0x10, 0xAD, kind, 0, 0x80, 0,
                0x80, 0, UInt8(index >> 8), UInt8(index & 0xFF), byte(24), byte(16), byte(8),
                byte(0)
            )
        )
    }
}
