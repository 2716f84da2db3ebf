import ChallengesCore
package import Values

extension AssignmentLife {
    /// A move of an assignment, with its values.
    package enum Move: Moving, Hashable {
        case read, accept, start, retract, giveUp
        case submit(seconds: Int? = nil)
        /// `showing`: whether it has a note or pictures, which are stored as an attempt.
        case complete(seconds: Int? = nil, showing: Bool = false)
        case deny(reason: String?)
        case approve, withdraw
        case tryAgain(reason: String, deadline: Instant?)
        case reject(reason: String)
        case excuse(reason: String?)
        case void(reason: String)
        case block
        case time
    }
}

extension AssignmentLife.Move {
    var word: AssignmentLife.Word {
        switch self {
        case .read: .read
        case .accept: .accept
        case .start: .start
        case .submit: .submit
        case .complete: .complete
        case .retract: .retract
        case .giveUp: .giveUp
        case .deny: .deny
        case .approve: .approve
        case .withdraw: .withdraw
        case .tryAgain: .tryAgain
        case .reject: .reject
        case .excuse: .excuse
        case .void: .moderator
        case .block: .block
        case .time: .time
        }
    }

    /// The reason stored with the assignment that the move ends.
    var reason: String? {
        switch self {
        case .deny(let reason), .excuse(let reason): reason
        case .reject(let reason), .void(let reason): reason
        default: nil
        }
    }

    /// The reason stored with the attempt.
    var attemptReason: String? {
        switch self {
        case .tryAgain(let reason, _), .reject(let reason): reason
        default: nil
        }
    }

    /// The result in seconds.
    var seconds: Int? {
        switch self {
        case .submit(let seconds), .complete(let seconds, _): seconds
        default: nil
        }
    }

    /// Whether the move is a completion with an attempt.
    var isShowing: Bool {
        switch self {
        case .complete(_, let showing): showing
        default: false
        }
    }

    /// The requested new deadline.
    var deadline: Instant? {
        switch self {
        case .tryAgain(_, let deadline): deadline
        default: nil
        }
    }
}
