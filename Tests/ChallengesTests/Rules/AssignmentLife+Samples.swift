import Values

@testable import Challenges

extension Instant {
    /// A fixed point in time.
    static let noon = Instant(microseconds: 1_700_000_000_000_000)
}

extension Duration {
    /// The resolution of an instant.
    static let tick = Duration.microseconds(1)
}

extension AssignmentLife {
    /// An assignment without a deadline that reached a state at noon by its moves.
    static func `in`(_ state: State) -> AssignmentLife {
        var dare = AssignmentLife(sentAt: .noon)
        dare.state = state
        switch state {
        case .sent, .withdrawn, .expired: break
        case .accepted, .denied, .abandoned:
            dare.answeredAt = .noon
            dare.readAt = .noon
        case .submitted, .done, .rejected, .void:
            dare.answeredAt = .noon
            dare.readAt = .noon
            dare.submittedAt = .noon
            dare.attempts = 1
        }
        if !state.isOpen { dare.closedAt = .noon }
        if state == .done { dare.isVerified = true }
        return dare
    }
}
