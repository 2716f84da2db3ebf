import ChallengesAPI
import ChallengesCore
import Values

extension AssignmentLife {
    /// The initial state of an assignment that is sent with its challenge.
    init(of challenge: ChallengeRecord) {
        self.init(
            kind: Kind(rawValue: challenge.kind.rawValue) ?? .dare,
            proof: challenge.proof,
            deadline: challenge.deadline,
            sentAt: challenge.createdAt
        )
    }
}
