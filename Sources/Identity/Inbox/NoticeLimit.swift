import Values

/// How many notices one actor may make in the inbox of one person within 24 hours; what they do
/// beyond that makes none (2.8-inbox).
public struct NoticeLimit: Hashable, Sendable {
    /// 1 to 10,000.
    public var count: Int
    public static let countRange = 1...10_000

    static let window = Duration.hours(24)

    public init(_ count: Int = 50) {
        self.count = count
    }
}
