import ChallengesCore

extension GoalRecord {
    /// How many bytes it takes in a reply at most.
    package var size: Int {
        challenge.name.utf8.count + challenge.description.utf8.count
            + (challenge.snapshot.unit?.utf8.count ?? 0) + 4_096
    }
}
