public import Wire

/// Lists all kinds of medals, each with how far the caller is, and the newest one of the kind that
/// the caller earned (2.7-medals).
///
/// A hidden medal that the caller has not earned is an outline: only its family.
public struct ListMedalProgress: Call {
    public static let id: CallID = 0x040E
    public static let effect = Effect.none
    public static let access = Access.signedIn

    public init() {}

    /// The kinds of medals.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The kinds, by family, and within it by what must be reached.
        public let items: [MedalProgress]
        public static let itemsLimit = 0...100

        public static let limits: FieldLimits = ["items": .items(itemsLimit)]

        public init(items: [MedalProgress]) {
            self.items = items
        }
    }
}
