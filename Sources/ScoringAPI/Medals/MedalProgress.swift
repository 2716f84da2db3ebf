public import Identifiers
public import Values
public import Wire

/// A kind of medal, and how far a user is (2.7-medals).
public struct MedalProgress: Codable, Hashable, Sendable, Limited {
    /// The kind of medal; `nil` for a hidden one that the user has not earned.
    public let medal: Medal.Kind?
    /// The family of the medal.
    public let family: Medal.Family
    /// The count that a milestone takes, or the days of a streak; `nil` for other medals, and for a
    /// hidden one that the user has not earned.
    public let threshold: Int?
    /// The user's count for the milestone, or the current length of the overall streak; `nil` where
    /// `threshold` is.
    public let count: Int?
    /// The newest medal of the kind that the user earned; `nil` if there is none.
    public let award: Award?

    public static let limits: FieldLimits = ["threshold": .atLeast(1), "count": .atLeast(0)]

    public init(
        medal: Medal.Kind?,
        family: Medal.Family,
        threshold: Int?,
        count: Int?,
        award: Award?
    ) {
        self.medal = medal
        self.family = family
        self.threshold = threshold
        self.count = count
        self.award = award
    }

    /// A medal that the user earned.
    public struct Award: Codable, Hashable, Sendable {
        /// The medal's id.
        public let id: MedalID
        /// When it was earned.
        public let earnedAt: Instant
        /// When the user saw it; `nil` while it is new.
        public let seenAt: Instant?

        public init(id: MedalID, earnedAt: Instant, seenAt: Instant?) {
            self.id = id
            self.earnedAt = earnedAt
            self.seenAt = seenAt
        }
    }
}
