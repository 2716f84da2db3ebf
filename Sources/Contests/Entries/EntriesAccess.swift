package import ChallengesAPI
package import Identifiers
import People
import Postgres

/// The viewer of a contest's entries and pictures, and the facts that decide which of them they may
/// see (2.10-photos).
package struct EntriesAccess: Hashable, Sendable {
    package let viewer: UserID
    /// Whether the viewer is a participant or the owner.
    package let isInside: Bool
    /// The widest audience that the contest allows, even if a row has a wider one.
    package let widest: Audience
}

extension EntriesAccess {
    /// The access of a viewer who sees the contest.
    package init(of contest: ContestRecord, for viewer: UserID, _ access: ContestAccess) {
        self.init(
            viewer: viewer,
            isInside: access.seesEntries,
            widest: contest.visibility.widestAudience
        )
    }
}

extension SQL.StringInterpolation {
    /// The condition that a viewer sees another user's entry or picture in a contest. Owners see
    /// their own. Otherwise the owner's account must be active, the two must not be a blocked pair,
    /// and both the row's audience and that of the contest must include the viewer. Accounts
    /// without a known status count as active.
    ///
    /// It is written as CASE: for comparisons the planner would estimate that hardly any row
    /// matches, and would read and sort all rows instead of following an index.
    ///
    /// - Parameters:
    ///   - audience: The column of the audience.
    ///   - owner: The column of the owner.
    ///   - access: The viewer's access.
    package mutating func appendInterpolation(
        audience: StaticString,
        of owner: StaticString,
        includes access: EntriesAccess
    ) {
        appendLiteral("CASE WHEN ")
        appendLiteral(owner)
        appendLiteral(" = ")
        appendInterpolation(access.viewer)
        appendLiteral(" THEN true WHEN coalesce(")
        appendInterpolation(standingOf: owner)
        appendLiteral(", 'active') <> 'active' THEN false ELSE CASE coalesce(")
        appendInterpolation(relationOf: owner, with: access.viewer)
        appendLiteral(", 'none') WHEN 'blocked' THEN false WHEN 'friends' THEN ")
        appendLiteral(audience)
        appendLiteral(access.audiences(forFriend: true))
        appendLiteral(" ELSE ")
        appendLiteral(audience)
        appendLiteral(access.audiences(forFriend: false))
        appendLiteral(" END END")
    }
}

extension EntriesAccess {
    /// The audiences that include the viewer, as the end of a condition.
    fileprivate func audiences(forFriend isFriend: Bool) -> StaticString {
        if isInside { return " IN ('participants', 'friends', 'public')" }
        switch widest {
        case .public: return isFriend ? " IN ('friends', 'public')" : " = 'public'"
        case .friends where isFriend: return " IN ('friends', 'public')"
        case .owner, .participants, .friends, .unknown: return " = ''"
        }
    }
}
