import FoundationEssentials
import Identifiers
import Values

/// A row from before acts were counted, with those that are in it.
struct ActedRow: Sendable {
    let target: UUID
    let user: UserID
    let acts: [Act]

    /// A row that says when someone did what.
    init(
        _ target: UUID,
        of subject: Act.Subject,
        by user: UserID,
        _ times: KeyValuePairs<Act.What, Instant?>
    ) {
        self.target = target
        self.user = user
        acts = times.compactMap { what, at in
            at.map { Act(target: target, of: subject, user: user, what: what, at: $0) }
        }
    }
}
