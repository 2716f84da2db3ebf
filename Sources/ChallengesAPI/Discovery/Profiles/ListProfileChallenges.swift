public import Identifiers
public import Wire

/// The contests of one person that the caller may see: those that the person made, is in, is busy
/// with, or has completed (GC-19, GC-31, GC-32, GC-33, GC-47, 2.8-profile-lists).
///
/// Who is in a contest is told to those who see who is in it. What a person is busy with, and what
/// they have completed, is told to themselves and to their friends. Those that they made last, or
/// joined last, come first.
///
/// A page examines at most 500 contests. Where few of them are listed it is short or empty, and has a
/// `nextCursor` all the same.
///
/// Refusals: `challenges.list_unknown` at `/list`; `challenges.person_not_found`, also where there
/// is a block, and of `current` and `completed` to those who are no friends;
/// `challenges.limit_invalid` at `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a
/// cursor of another list or person.
public struct ListProfileChallenges: Call, Limited {
    public static let id: CallID = 0x024D
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// The person.
    public var user: UserID
    /// Which contests; `created` when absent.
    public var list: Selection?
    /// How many contests at most.
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

    /// Which contests of a person a list holds.
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
        /// A list of a later release.
        case unknown
    }
}
