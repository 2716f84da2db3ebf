import ChallengesCore

extension GoalRecord {
    /// The maximum size in a reply, in bytes.
    package var size: Int {
        challenge.name.utf8.count + challenge.description.utf8.count
            + (challenge.snapshot.unit?.utf8.count ?? 0) + 4_096
    }
}
