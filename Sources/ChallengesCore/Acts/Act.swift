package import FoundationEssentials
package import Identifiers
package import Values

/// Something that a person did with a definition or a contest, once: what is trending is counted
/// from these (2.8-trending).
package struct Act: Hashable, Sendable {
    /// The definition or the contest.
    package let target: UUID
    package let of: Subject
    package let user: UserID
    package let what: What
    /// When they did it first.
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

    /// What can be done something with.
    package enum Subject: String, CaseIterable, Sendable {
        case definition, contest
    }

    /// What was done.
    package enum What: String, CaseIterable, Sendable {
        /// Joining a contest, taking on a definition.
        case join
        case completion
        case like

        /// How much it counts when it is new.
        package var weight: Double {
            switch self {
            case .join: 3
            case .completion: 2
            case .like: 1
            }
        }
    }
}
