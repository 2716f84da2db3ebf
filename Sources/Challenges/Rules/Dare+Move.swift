import ChallengesAPI
import Values

extension Dare {
    /// What somebody can do to an assignment.
    enum Move: Hashable, Sendable {
        case read, accept, submit, retract, giveUp
        case deny(reason: String?)
        case approve, withdraw
        case tryAgain(reason: String, deadline: Instant?)
        case reject(reason: String)
        case excuse(reason: String?)
        /// A moderator undoes it.
        case void(reason: String)
        /// A block or a deletion ends it.
        case cut
    }
}

extension Dare.Move {
    /// Whose move it is; `nil` for those of neither of the two.
    var party: Dare.Party? {
        switch self {
        case .read, .accept, .deny, .submit, .retract, .giveUp: .recipient
        case .approve, .tryAgain, .reject, .withdraw, .excuse: .sender
        case .void, .cut: nil
        }
    }

    /// What becomes of the newest attempt; `nil` where nothing does.
    var outcome: Attempt.Outcome? {
        switch self {
        case .approve: .approved
        case .tryAgain: .tryAgain
        case .reject: .rejected
        case .retract: .retracted
        case .read, .accept, .deny, .submit, .giveUp, .withdraw, .excuse, .void, .cut: nil
        }
    }

    /// Why, as the attempt keeps it.
    var attemptReason: String? {
        switch self {
        case .tryAgain(let reason, _), .reject(let reason): reason
        default: nil
        }
    }
}
