public import FoundationEssentials

extension UUID {
    /// The nil UUID (RFC 9562 §5.9): the id of every person who may not be shown.
    public static let lowest = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// The max UUID (RFC 9562 §5.10).
    public static let highest = UUID(
        uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)
    )

    /// Whether it is the nil or the max UUID, under which nothing may be created (2.14-ids).
    public var isReserved: Bool { self == .lowest || self == .highest }
}
