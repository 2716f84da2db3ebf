public import Wire

/// Counts the notices in the caller's inbox that are new, or wait for the caller (2.8-inbox).
///
/// Counts only notices that the list of notices shows.
public struct CountNotices: Call {
    public static let id: CallID = 0x014A
    public static let effect = Effect.none
    public static let access = Access.signedIn
    public typealias Reply = NoticeCounts

    public init() {}
}

/// How many notices in an inbox are new, and how many wait for their person, seen or not
/// (2.8-inbox). 100 stands for 100 or more; each count looks at the newest 1,000 notices at most.
public struct NoticeCounts: Codable, Hashable, Sendable {
    /// Where each count stops.
    public static let countMax = 100

    /// Not seen, and neither acted on nor too late to act on. 100 stands for 100 or more.
    public let new: Int
    /// Submissions that wait for the reader's verdict. 100 stands for 100 or more.
    public let toJudge: Int
    /// Friend requests that wait for the reader's answer. 100 stands for 100 or more.
    public let friendRequests: Int
    /// Deadlines that are near (SF-13). 100 stands for 100 or more.
    public let dueSoon: Int

    public init(new: Int, toJudge: Int, friendRequests: Int, dueSoon: Int) {
        self.new = new
        self.toJudge = toJudge
        self.friendRequests = friendRequests
        self.dueSoon = dueSoon
    }
}
