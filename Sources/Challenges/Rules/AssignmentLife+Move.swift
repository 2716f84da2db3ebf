import ChallengesAPI
import Values

extension AssignmentLife {
    /// A change that a person makes to an assignment.
    enum Move: Hashable, Sendable {
        case read, accept, submit, retract, giveUp
        case deny(reason: String?)
        case approve, withdraw
        case tryAgain(reason: String, deadline: Instant?)
        case reject(reason: String)
        case excuse(reason: String?)
        /// A moderator voids it.
        case void(reason: String)
        /// A block or an account deletion ends it.
        case cut
    }
}

extension AssignmentLife.Move {
    /// Whose move it is; `nil` for moves of neither side.
    var party: AssignmentLife.Party? {
        switch self {
        case .read, .accept, .deny, .submit, .retract, .giveUp: .recipient
        case .approve, .tryAgain, .reject, .withdraw, .excuse: .sender
        case .void, .cut: nil
        }
    }

    /// The resulting outcome of the newest attempt; `nil` if it does not change.
    var outcome: Attempt.Outcome? {
        switch self {
        case .approve: .approved
        case .tryAgain: .tryAgain
        case .reject: .rejected
        case .retract: .retracted
        case .read, .accept, .deny, .submit, .giveUp, .withdraw, .excuse, .void, .cut: nil
        }
    }

    /// The reason stored with the attempt.
    var attemptReason: String? {
        switch self {
        case .tryAgain(let reason, _), .reject(let reason): reason
        default: nil
        }
    }
}
