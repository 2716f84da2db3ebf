package import FoundationEssentials
package import Identifiers
package import Values

/// A row from before acts were stored, with the acts that follow from it.
package struct ActedRow: Sendable {
    package let target: UUID
    package let user: UserID
    package let acts: [Act]

    /// A row with the times of a user's acts.
    package init(
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
