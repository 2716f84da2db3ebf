public import Identifiers
public import Wire

/// Queries another user's entry, with a reason (2.3-dispute).
///
/// Participants may query until the contest stops settling; an entry can be queried once ever. The
/// entry counts until it is removed, by the contest's owner or, when the contest stops settling, by
/// the votes. Until then its owner may delete but not change it. A participant may have three open
/// queries in a contest, unless the operator sets another number. Removing a participant withdraws
/// their queries: each entry is as if it had never been queried.
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
    /// The reason, not all blank.
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
