public import Identifiers
public import Wire

/// Returns a person's total of points, to that person and their friends (2.8-profile).
///
/// Refuses with `scoring.person_not_found` for anyone else's points.
public struct GetPoints: Call {
    public static let id: CallID = 0x0402
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The person.
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
