public import Identifiers
public import Wire

/// Marks the caller's medals as seen, and returns how many are still new.
///
/// A medal that was seen is never new again. Other ids, such as those of other users' medals, are
/// ignored. Refuses with `scoring.too_many_medals` at `/ids`.
public struct SeeMedals: Call, Limited {
    public static let id: CallID = 0x040B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The medals that were seen, up to 100; `nil` for all medals earned so far.
    public var ids: [MedalID]?
    public static let idsLimit = 0...100

    public static let limits: FieldLimits = ["ids": .items(idsLimit)]

    public init(ids: [MedalID]? = nil) {
        self.ids = ids
    }

    /// The count of new medals.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The number of the caller's medals that are new.
        public let new: Int

        public static let limits: FieldLimits = ["new": .atLeast(0)]

        public init(new: Int) {
            self.new = new
        }
    }
}
