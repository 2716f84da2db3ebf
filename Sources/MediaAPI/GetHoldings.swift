public import Wire

/// Returns how many pictures the caller has and may have (2.12-quota).
///
/// All stored pictures count, used and unused. Uploads in progress count when another upload is
/// admitted, but are not included here.
public struct GetHoldings: Call {
    public static let id: CallID = 0x0304
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// The caller's pictures and their limits.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The number of pictures.
        public let pictures: Int
        /// The number of their bytes as stored: as uploaded, without the metadata that was removed.
        /// Smaller versions that the service makes do not count.
        public let bytes: Int64
        /// The maximum number of pictures.
        public let picturesMax: Int
        /// The maximum number of bytes.
        public let bytesMax: Int64

        public static let limits: FieldLimits = [
            "pictures": .atLeast(0),
            "bytes": .atLeast(0),
            "picturesMax": .atLeast(1),
            "bytesMax": .atLeast(1),
        ]

        public init(pictures: Int, bytes: Int64, picturesMax: Int, bytesMax: Int64) {
            self.pictures = pictures
            self.bytes = bytes
            self.picturesMax = picturesMax
            self.bytesMax = bytesMax
        }
    }
}
