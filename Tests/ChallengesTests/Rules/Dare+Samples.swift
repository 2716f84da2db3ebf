import Values

@testable import Challenges

extension Instant {
    /// A moment to count from.
    static let noon = Instant(microseconds: 1_700_000_000_000_000)
}

extension Duration {
    /// The shortest time that an instant can tell.
    static let tick = Duration.microseconds(1)
}

extension Dare {
    /// An assignment without a deadline that came to a state at noon, as it would by its moves.
    static func `in`(_ state: State) -> Dare {
        var dare = Dare(sentAt: .noon)
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
