import ChallengesTestKit
import Testing

@testable import Contests

/// What votes decide where nobody else does (2.3-dispute).
struct VotesTests {
    @Test(arguments: [
        // Nobody, and one vote below the three that it takes.
        (0, 0, false), (1, 0, false), (2, 0, false), (1, 1, false), (0, 3, false),
        // Three votes, with more than half of them and with less.
        (3, 0, true), (2, 1, true), (1, 2, false),
        // Exactly half, and one more.
        (2, 2, false), (3, 2, true), (3, 3, false), (4, 3, true),
        (5_000, 5_000, false), (5_001, 5_000, true), (5_000, 5_001, false),
    ])
    func `at least three votes and more than half of them remove an entry`(
        remove: Int,
        keep: Int,
        isRemoved: Bool
    ) {
        let judgement = Votes(remove: remove, keep: keep).judgement(under: ContestRules())
        #expect(judgement == (isRemoved ? .removed : .kept))
    }

    @Test(arguments: [
        (1, 1, 0, true), (1, 0, 1, false), (1, 0, 0, false), (1, 1, 1, false),
        (5, 4, 0, false), (5, 5, 0, true), (5, 3, 2, true), (5, 2, 3, false), (5, 3, 1, false),
    ])
    func `the operator says how many it takes`(
        votesMin: Int,
        remove: Int,
        keep: Int,
        isRemoved: Bool
    ) {
        let votes = Votes(remove: remove, keep: keep)
        let judgement = votes.judgement(under: ContestRules(votesMin: votesMin))
        #expect(judgement == (isRemoved ? .removed : .kept))
    }
}
