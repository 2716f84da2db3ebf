import FoundationEssentials
import Identifiers
import Values

/// Something that a person did with a definition or a contest, once: what is trending is counted
/// from these (2.8-trending).
struct Act: Hashable, Sendable {
    /// The definition or the contest.
    let target: UUID
    let of: Subject
    let user: UserID
    let what: What
    /// When they did it first.
    let at: Instant

    /// What can be done something with.
    enum Subject: String, CaseIterable, Sendable {
        case definition, contest
    }

    /// What was done.
    enum What: String, CaseIterable, Sendable {
        /// Joining a contest, taking on a definition.
        case join
        case completion
        case like

        /// How much it counts when it is new.
        var weight: Double {
            switch self {
            case .join: 3
            case .completion: 2
            case .like: 1
            }
        }
    }
}
