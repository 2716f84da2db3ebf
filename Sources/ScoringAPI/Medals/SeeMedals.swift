public import Identifiers
public import Wire

/// Marks medals of the caller's as seen, and counts those that are still new (GC-12).
///
/// A medal that was seen is never new again. An id of anything else, such as another person's medal,
/// is ignored. Refuses with `scoring.too_many_medals` at `/ids`.
public struct SeeMedals: Call, Limited {
    public static let id: CallID = 0x040B
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The medals that were seen, at most 100; `nil` for all that were earned until now.
    public var ids: [MedalID]?
    public static let idsLimit = 0...100

    public static let limits: FieldLimits = ["ids": .items(idsLimit)]

    public init(ids: [MedalID]? = nil) {
        self.ids = ids
    }

    /// What is left.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// How many of the caller's medals are new.
        public let new: Int

        public static let limits: FieldLimits = ["new": .atLeast(0)]

        public init(new: Int) {
            self.new = new
        }
    }
}
