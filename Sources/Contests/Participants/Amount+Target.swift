import ChallengesAPI
import ChallengesCore
import Values
import Wire

// The target of a participant (2.3-score).
extension Amount {
    /// Refuses a target that is invalid in every contest, at its field.
    func checkAsTarget() throws(Refusal) {
        guard SetTarget.targetLimit.contains(self) else {
            throw Refusal(ChallengesError.targetInvalid, at: "/target")
        }
    }

    /// Refuses a target that is invalid in the given contest, at its field.
    func checkAsTarget(of contest: ContestRecord) throws(Refusal) {
        try checkAsTarget()
        guard !contest.challenge.snapshot.wholeNumbers || isWhole else {
            throw Refusal(ChallengesError.targetNotWhole, at: "/target")
        }
    }
}
