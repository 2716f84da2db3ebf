public import Identifiers
public import Wire

/// One person's total of points, for that person and friends (2.8-profile).
///
/// Refusals: `scoring.person_not_found` for everybody else's.
public struct GetPoints: Call {
    public static let id: CallID = 0x0402
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Whose points.
    public var user: UserID

    public init(user: UserID) {
        self.user = user
    }

    /// A total.
    public struct Reply: Codable, Hashable, Sendable {
        /// The sum of the person's ledger.
        public let points: Int

        public init(points: Int) {
            self.points = points
        }
    }
}
