/// The tags (RFC 8949 §3.4) that the wire uses.
enum Tag {
    /// A decimal fraction: an array of exponent and mantissa (RFC 8949 §3.4.4). An `Amount`.
    static let decimalFraction: UInt64 = 4

    /// A UUID: a byte string of 16 bytes.
    static let uuid: UInt64 = 37

    /// An `Instant`: an integer, microseconds since 1970-01-01T00:00:00Z. A private tag.
    static let instant: UInt64 = 0xC701

    /// A `MediaReference`: an array of the id's 16 bytes and the variant's name. A private tag.
    static let mediaReference: UInt64 = 0xC702

    /// A `RepeatedReply`: an array of an instant and the reply. A private tag.
    static let repeatedReply: UInt64 = 0xC703
}

/// The major types of items (RFC 8949 §3.1): the upper three bits of an item's first byte.
enum Major {
    static let unsigned: UInt8 = 0
    static let negative: UInt8 = 1
    static let bytes: UInt8 = 2
    static let text: UInt8 = 3
    static let array: UInt8 = 4
    static let map: UInt8 = 5
    static let tag: UInt8 = 6
    static let simple: UInt8 = 7
}

/// Items that are a single byte.
enum Item {
    static let `false`: UInt8 = 0xF4
    static let `true`: UInt8 = 0xF5
    static let null: UInt8 = 0xF6
    static let undefined: UInt8 = 0xF7
    static let emptyMap: UInt8 = 0xA0
}
