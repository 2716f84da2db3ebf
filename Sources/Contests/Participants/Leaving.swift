import ChallengesAPI
import RPC

/// The call with which participants leave, and what becomes of a contest whose owner leaves
/// (2.11-leave).
struct Leaving: Sendable {
    let joining: Joining
    /// Passes a contest to another participant, or cancels it.
    package let contests: Contests

    var switchboard: Switchboard {
        Switchboard {
            $0.on(leaveContest)
        }
    }
}
