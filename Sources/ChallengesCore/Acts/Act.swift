package import FoundationEssentials
package import Identifiers
package import Values

/// A user's join, completion or like of a definition or a contest, counted once; trends are
/// computed from acts (2.8-trending).
package struct Act: Hashable, Sendable {
    /// The definition or the contest.
    package let target: UUID
    package let of: Subject
    package let user: UserID
    package let what: What
    /// When the user did it first.
    package let at: Instant

    package init(
        target: UUID,
        of: Subject,
        user: UserID,
        what: What,
        at: Instant
    ) {
        self.target = target
        self.of = of
        self.user = user
        self.what = what
        self.at = at
    }

    /// The kind of its target.
    package enum Subject: String, CaseIterable, Sendable {
        case definition, contest
    }

    /// The kind of act.
    package enum What: String, CaseIterable, Sendable {
        /// Joining a contest, or taking on a definition.
        case join
        case completion
        case like

        /// The weight of a new act in a trend.
        package var weight: Double {
            switch self {
            case .join: 3
            case .completion: 2
            case .like: 1
            }
        }
    }
}
