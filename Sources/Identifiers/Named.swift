/// The kinds of id in the cluster, one line each.
public enum Named {
    /// A person with an account.
    public enum User {}
    /// One sign-in on one device.
    public enum Session {}
    /// A request of one person to be another's friend.
    public enum FriendRequest {}
    /// A challenge somebody made.
    public enum Challenge {}
    /// One recipient's share of a challenge.
    public enum Assignment {}
    /// One submission of an assignment.
    public enum Attempt {}
    /// A picture.
    public enum Media {}
    /// Something that happened in one service and that another is told.
    public enum Event {}
}

public typealias UserID = ID<Named.User>
public typealias SessionID = ID<Named.Session>
public typealias FriendRequestID = ID<Named.FriendRequest>
public typealias ChallengeID = ID<Named.Challenge>
public typealias AssignmentID = ID<Named.Assignment>
public typealias AttemptID = ID<Named.Attempt>
public typealias MediaID = ID<Named.Media>
public typealias EventID = ID<Named.Event>
