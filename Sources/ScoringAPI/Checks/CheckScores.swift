public import Wire

/// Recounts the scores of the next users, in the order of their ids, and returns those that are
/// stored differently: totals, months and weeks from the ledger (2.7-windows), streaks from their
/// days and plans (2.7-streaks), counters from the ledger and sent challenges, and medals from
/// counters, streaks and days with proof (2.7-medals).
///
/// Changes nothing. Months and weeks are left out while the ledger of an earlier release is still
/// being counted into them.
///
/// Refusals: `scoring.limit_invalid` at `/limit`, `scoring.cursor_invalid` at `/cursor`.
public struct CheckScores: Call, Limited {
    public static let id: CallID = 0x040F
    public static let effect = Effect.none
    public static let access = Access.operator

    /// The maximum number of users to check.
    public var limit: Int?
    /// The `nextCursor` of the previous step.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }

    /// The result of one step.
    public struct Reply: Codable, Hashable, Sendable, Limited {
        /// The number of users who were checked.
        public let users: Int
        /// Their scores that differ, in the order of the users.
        public let differences: [ScoreDifference]
        /// The cursor of the next step; absent after the last one.
        public let nextCursor: String?

        public static let limits: FieldLimits = ["users": .number(0...100)]

        public init(users: Int, differences: [ScoreDifference], nextCursor: String?) {
            self.users = users
            self.differences = differences
            self.nextCursor = nextCursor
        }
    }
}
