import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Values

@testable import ChallengesCore
@testable import Contests

extension Scene {
    /// Calls of Ana's about a contest that only its owner makes.
    static func moves(of contest: ChallengeID, to user: UserID) -> [any ContestMove] {
        [
            ChangeContest(contest: contest, name: "Wine"), PublishContest(contest: contest),
            EndContest(contest: contest), CancelContest(contest: contest),
            HandOverContest(contest: contest, to: user),
        ]
    }
}
