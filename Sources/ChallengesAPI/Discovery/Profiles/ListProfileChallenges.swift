public import Identifiers
public import Wire

/// The contests of one person that the caller may see: those that the person made, is in, is busy
/// with, or has completed; or their goals (GC-19, GC-31, GC-32, GC-33, GC-47, 2.8-profile-lists).
///
/// Who is in a contest is told to those who see who is in it. What a person is busy with, what they
/// have completed, and their goals, are told to themselves and to their friends; friends see the goals
/// that are for friends. Those that they made last, or joined last, come first.
///
/// A page examines at most 500 contests or goals. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
///
/// Refusals: `challenges.list_unknown` at `/list`; `challenges.person_not_found`, also where there
/// is a block, and of `current`, `completed` and `goals` to those who are no friends;
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another list or person.
public struct ListProfileChallenges: Call, Limited {
    public static let id: CallID = 0x024D
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The person.
    public var user: UserID
    /// Which contests, or goals; `created` when absent.
    public var list: Selection?
    /// How many of them at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        user: UserID,
        list: Selection? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.user = user
        self.list = list
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<ProfileItem>

    /// What of a person a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those that they made; drafts are seen by their owner alone.
        case created
        /// Those that they are in, also those that are over.
        case joined
        /// Those that they are in and that are not over; not an open challenge that they have
        /// completed.
        case current
        /// Those that they have completed (K-12).
        case completed
        /// Their goals, also those that are over.
        case goals
        /// A list of a later release.
        case unknown
    }
}
