import ChallengesAPI
import Postgres
import RPC
import Values

/// Challenges as their senders make them: who gets them, and on what terms.
struct Sending: Sendable {
    let database: Database
    let identity: any Caller
    let scoring: any Caller
    let moves: Moves

    var rules: Rules { moves.rules }
    var now: @Sendable () -> Instant { moves.now }

    var switchboard: Switchboard {
        Switchboard {
            $0.on(createChallenge)
            $0.on(getChallenge)
            $0.on(checkChallenge)
        }
    }
}
