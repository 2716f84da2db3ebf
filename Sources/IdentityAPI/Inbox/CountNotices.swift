public import Wire

/// Counts the notices in the caller's inbox that are new, or that the caller still has to act on
/// (2.8-inbox).
///
/// Counts only notices that the list of notices shows.
public struct CountNotices: Call {
    public static let id: CallID = 0x014A
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = NoticeCounts

    public init() {}
}

/// The number of notices in an inbox that are new, and of those that the caller still has to act
/// on, seen or not (2.8-inbox). Each count stops at 100, which means 100 or more, and examines at
/// most the newest 1,000 notices.
public struct NoticeCounts: Codable, Hashable, Sendable {
    /// Where each count stops.
    public static let countMax = 100

    /// Notices that were not seen, not acted on, and have not expired. 100 means 100 or more.
    public let new: Int
    /// Submissions that wait for the caller's verdict. 100 means 100 or more.
    public let toJudge: Int
    /// Friend requests that wait for the caller's answer. 100 means 100 or more.
    public let friendRequests: Int
    /// Deadlines that are near. 100 means 100 or more.
    public let dueSoon: Int

    public init(new: Int, toJudge: Int, friendRequests: Int, dueSoon: Int) {
        self.new = new
        self.toJudge = toJudge
        self.friendRequests = friendRequests
        self.dueSoon = dueSoon
    }
}
