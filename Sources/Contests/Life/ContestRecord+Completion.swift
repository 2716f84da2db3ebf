import ChallengesAPI
import ChallengesCore
import Identifiers
import Wire

extension ContestRecord {
    /// Why someone who is in it may not say that they have completed it, with these pictures; `nil`
    /// if they may (K-12). It is open, has no goal, and is under way.
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
