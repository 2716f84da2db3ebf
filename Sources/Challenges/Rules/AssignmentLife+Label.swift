import ChallengesAPI
import Values

// What a viewer sees of a state, so that clients never derive rules themselves (2.2-labels).
extension AssignmentLife {
    /// The state as sent to clients.
    var shownState: Assignment.State {
        Assignment.State(rawValue: state.rawValue) ?? .unknown
    }

    /// The label to show.
    func displayState(for party: Party) -> Assignment.DisplayState {
        switch (state, party) {
        case (.sent, .recipient): .unread
        case (.sent, .sender), (.submitted, .recipient): .pending
        case (.accepted, _), (.submitted, .sender): .accepted
        case (.done, _): .done
        case (.denied, _): .denied
        case (.rejected, _), (.expired, _), (.withdrawn, _), (.abandoned, _), (.void, _): .closed
        }
    }

    /// How it was closed, if the label is `closed`.
    var closedReason: String? {
        switch state {
        case .rejected, .expired, .withdrawn, .abandoned, .void: state.rawValue
        case .sent, .accepted, .submitted, .done, .denied: nil
        }
    }

    /// The icon to show. A done assignment has none (CA-11); the check means accepted (K-02).
    func icon(for party: Party) -> Assignment.Icon {
        switch displayState(for: party) {
        case .unread: .exclamation
        case .pending: .hourglass
        case .accepted: .check
        case .denied: .cross
        case .done, .closed, .unknown: .none
        }
    }

    /// What one side may do at a moment: exactly what `apply` would not refuse.
    func actions(
        for party: Party,
        at now: Instant,
        under rules: Rules
    ) -> [Assignment.Action] {
        Assignment.Action.allCases.filter { action in
            guard let move = sample(of: action, at: now, under: rules) else { return false }
            return move.party == party && changes(by: move, at: now, under: rules)
        }
    }

    /// Whether a move is allowed and changes anything; every change raises the version.
    private func changes(by move: Move, at now: Instant, under rules: Rules) -> Bool {
        var next = self
        do throws(ChallengesError) {
            try next.apply(move, at: now, under: rules)
        } catch {
            return false
        }
        return next.version != version
    }

    /// A well-formed move for an action, to test whether it is allowed.
    private func sample(
        of action: Assignment.Action,
        at now: Instant,
        under rules: Rules
    ) -> Move? {
        switch action {
        case .read: .read
        case .accept: .accept
        case .deny: .deny(reason: nil)
        case .submit: .submit
        case .retract: .retract
        case .giveUp: .giveUp
        case .approve: .approve
        case .tryAgain:
            .tryAgain(reason: "", deadline: max(deadline ?? now, now + rules.extraTime))
        case .reject: .reject(reason: "")
        case .withdraw: .withdraw
        case .excuse: .excuse(reason: nil)
        case .unknown: nil
        }
    }

    /// The points of a done assignment for one side (CA-16, CA-17); scoring keeps the accounts.
    func points(for party: Party, under rules: Rules) -> Int? {
        guard state == .done else { return nil }
        return switch party {
        case .recipient: rules.completedPoints
        case .sender: rules.sentPoints
        }
    }
}
