package import ChallengesAPI
package import Identifiers
import People
import Postgres

/// Who looks at the entries and pictures of a contest, and what of it counts for which of them they
/// may see (2.10-photos).
package struct EntriesAccess: Hashable, Sendable {
    package let viewer: UserID
    /// Whether they are in the contest, or own it.
    package let isInside: Bool
    /// The widest audience that the contest allows, whatever a row says.
    package let widest: Audience
}

extension EntriesAccess {
    /// The view of someone who may know of the contest.
    package init(of contest: ContestRecord, for viewer: UserID, _ access: ContestAccess) {
        self.init(
            viewer: viewer,
            isInside: access.seesEntries,
            widest: contest.visibility.widestAudience
        )
    }
}

extension SQL.StringInterpolation {
    /// The condition under which a person sees what another shows in a contest: their own always,
    /// and else only of people who are active, without a block between the two, if its audience and
    /// that of the contest include them. Of people whose standing an earlier release did not tell,
    /// none is known to be anything but active. As cases, because of a comparison the server would
    /// expect that hardly a row fits, and would read and sort all instead of walking along an
    /// index.
    ///
    /// - Parameters:
    ///   - audience: The column of the audience.
    ///   - owner: The column of whose it is.
    ///   - access: Who looks at it.
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
