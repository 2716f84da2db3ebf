import Values

/// The maximum number of notices that one actor may create in a user's inbox within 24 hours: 50 by
/// default. Acts beyond it create none (2.8-inbox).
public struct NoticeLimit: Hashable, Sendable {
    /// The maximum, 1 to 10,000.
    public var count: Int
    public static let countRange = 1...10_000

    static let window = Duration.hours(24)

    public init(_ count: Int = 50) {
        self.count = count
    }
}
