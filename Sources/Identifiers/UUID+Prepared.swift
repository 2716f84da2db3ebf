public import FoundationEssentials

extension UUID {
    /// The name of what load tests prepare for a numbered person: always the same one for the same
    /// numbers, and nobody else's, for it is a UUID of version 8 (RFC 9562 §5.8).
    ///
    /// - Parameters:
    ///   - kind: What it is.
    ///   - number: The person's number, of which 32 bits count.
    ///   - index: Which of the person's.
    /// - Returns: The UUID. Those of one kind and index sort by number.
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
