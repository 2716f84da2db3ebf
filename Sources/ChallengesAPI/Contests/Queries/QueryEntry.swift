public import Identifiers
public import Wire

/// Queries another person's entry, with a reason (2.3-dispute).
///
/// Participants may, until it stops settling, and once for each entry ever. The entry
/// counts until it is removed: by the contest's owner, or else by the votes when the contest stops
/// settling. Meanwhile its owner may delete it, and not change it. A participant has at most three
/// open queries in a contest, unless the operator sets another number. Those of a participant who is
/// removed fall: the entry is as if it had never been queried.
///
/// Refusals: `challenges.reason_invalid` at `/reason`; `challenges.entry_not_found`, also for one
/// that the caller may not see; with the current entry, `challenges.version_stale`,
/// `challenges.not_in_contest`, `challenges.own_entry`, `challenges.contest_over`,
/// `challenges.queried_already` if it was queried before, `challenges.wrong_state` if its owner
/// deleted it, and `challenges.queries_too_many` for the caller's fourth open query in the contest.
public struct QueryEntry: Call, Limited {
    public static let id: CallID = 0x0255
    public static let effect = Effect.once
    public static let access = Access.signedIn

    /// The entry.
    public var entry: EntryID
    /// Why; not all blank.
    public var reason: String
    /// Refuse with `challenges.version_stale` unless the entry has this version.
    public var ifVersion: Int64?

    public static let limits: FieldLimits = ["reason": .text(Assignment.reasonLimit)]

    public init(entry: EntryID, reason: String, ifVersion: Int64? = nil) {
        self.entry = entry
        self.reason = reason
        self.ifVersion = ifVersion
    }

    public typealias Reply = Entry
}
