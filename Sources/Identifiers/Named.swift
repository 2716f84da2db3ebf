/// The kinds of ids in the cluster.
public enum Named {
    /// A person with an account.
    public enum User {}
    /// One sign-in on one device.
    public enum Session {}
    /// One person's request to become another's friend.
    public enum FriendRequest {}
    /// A challenge that a user created.
    public enum Challenge {}
    /// One recipient's share of a challenge.
    public enum Assignment {}
    /// One submission of an assignment.
    public enum Attempt {}
    /// A picture.
    public enum Media {}
    /// Something that happened in one service and is reported to another.
    public enum Event {}
    /// An item of a person's inbox.
    public enum Notice {}
    /// A text that people reuse: a preset, a workout, or what someone wrote for themselves.
    public enum Definition {}
    /// Something that a person did for a contest.
    public enum Entry {}
    /// A picture where it is shown.
    public enum Photo {}
    /// A medal that a person earned.
    public enum Medal {}
    /// A reminder at a time of the day.
    public enum Reminder {}
    /// What a reminder is about: an assignment, a contest or a goal, whose id it is.
    public enum Subject {}
    /// A stopwatch or countdown for an assignment, a contest or a goal.
    public enum Timing {}
    /// A mail to a person.
    public enum Mail {}
}

public typealias UserID = ID<Named.User>
public typealias SessionID = ID<Named.Session>
public typealias FriendRequestID = ID<Named.FriendRequest>
public typealias ChallengeID = ID<Named.Challenge>
public typealias AssignmentID = ID<Named.Assignment>
public typealias AttemptID = ID<Named.Attempt>
public typealias MediaID = ID<Named.Media>
public typealias EventID = ID<Named.Event>
public typealias NoticeID = ID<Named.Notice>
public typealias DefinitionID = ID<Named.Definition>
public typealias EntryID = ID<Named.Entry>
public typealias PhotoID = ID<Named.Photo>
public typealias MedalID = ID<Named.Medal>
public typealias ReminderID = ID<Named.Reminder>
public typealias SubjectID = ID<Named.Subject>
public typealias TimingID = ID<Named.Timing>
public typealias MailID = ID<Named.Mail>
