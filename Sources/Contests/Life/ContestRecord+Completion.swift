import ChallengesAPI
import ChallengesCore
import Identifiers
import Wire

extension ContestRecord {
    /// Why a participant may not complete the contest with these pictures; `nil` if they may
    /// (K-12). The contest must be open, active and without a goal.
    func refusalOfCompletion(showing pictures: [MediaID]) -> (any Faultable)? {
        if isCompetition || goal != nil || score == .percent { return ChallengesError.goalDecides }
        switch life.state {
        case .draft, .scheduled: return ChallengesError.wrongState
        case .settling, .completed, .cancelled: return ChallengesError.contestOver
        case .active: break
        }
        switch (challenge.proof, pictures.isEmpty) {
        case (.required, true): return Refusal(ChallengesError.proofMissing, at: "/mediaIDs")
        case (.none, false): return Refusal(ChallengesError.proofUnwanted, at: "/mediaIDs")
        default: return nil
        }
    }
}
