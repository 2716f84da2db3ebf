public import Identifiers
public import Wire

/// Returns the total points of a user: the caller or a friend (2.8-profile).
///
/// Refuses with `scoring.person_not_found` for any other user.
public struct GetPoints: Call {
    public static let id: CallID = 0x0402
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The user.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }

    /// A total.
    public struct Reply: Codable, Hashable, Sendable {
        /// The sum of the user's ledger.
        public let points: Int

        public init(points: Int) {
            self.points = points
        }
    }
}
