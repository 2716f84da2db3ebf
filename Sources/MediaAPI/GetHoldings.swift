public import Wire

/// How many pictures the caller has, and how many they may have (2.12-quota).
///
/// All stored pictures count, used and unused. Uploads in progress count too when another one is
/// admitted, but not here.
public struct GetHoldings: Call {
    public static let id: CallID = 0x0304
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// What the caller has, and may have.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// How many pictures there are.
        public let pictures: Int
        /// How many bytes they have as stored: as uploaded, but without the metadata that was
        /// removed. Smaller versions that the service makes of them do not count.
        public let bytes: Int64
        /// The maximum number of pictures.
        public let picturesMax: Int
        /// The maximum of their bytes.
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
