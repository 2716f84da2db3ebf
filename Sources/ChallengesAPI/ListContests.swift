public import Identifiers
public import Wire

/// The contests that the caller may see: those of one list, all of them or some, the newest first
/// (GC-18, GC-44, GC-48, FR-49, 2.8-contests).
///
/// The filters together leave those that fit all of them. Contests that the caller may not see are
/// in no list (2.10-visibility).
///
/// Refusals: `challenges.list_unknown` at `/list`, `challenges.kind_unknown` at `/kind`, also for a
/// kind that is no contest, `challenges.state_unknown` at `/state`, `challenges.limit_invalid` at
/// `/limit`, `challenges.cursor_invalid` at `/cursor`, also for a cursor of another list.
public struct ListContests: Call, Limited {
    public static let id: CallID = 0x0248
    public static let effect = Effect.none
    public static let access = Access.signedIn

    /// Which contests; `discover` when absent.
    public var list: Selection?
    /// Only those that this person made.
    public var author: UserID?
    /// Only those in this state.
    public var state: Contest.State?
    /// Only `competition`, or only `open`.
    public var kind: ChallengeKind?
    /// How many contests at most.
    public var limit: Int?
    /// The `nextCursor` of the previous page.
    public var cursor: String?

    public static let limits: FieldLimits = ["limit": .page]

    public init(
        list: Selection? = nil,
        author: UserID? = nil,
        state: Contest.State? = nil,
        kind: ChallengeKind? = nil,
        limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.list = list
        self.author = author
        self.state = state
        self.kind = kind
        self.limit = limit
        self.cursor = cursor
    }

    public typealias Reply = Page<Contest>

    /// Which contests a list holds.
    public enum Selection: String, OpenEnum, CaseIterable {
        /// Those that the caller may join, or ask to, and has not: scheduled and active ones with
        /// room.
        case discover
        /// All that are scheduled or active, joined ones too.
        case ongoing
        /// Those that the caller is in and that are not over; not an open contest that the caller
        /// has completed.
        case current
        /// Those that the caller is invited to.
        case invited
        /// Those that the caller made, drafts too.
        case created
        /// All.
        case all
        /// A list of a later release.
        case unknown
    }
}
