import ChallengesAPI
import ChallengesCore
import Values

// What a viewer sees of a state, so that clients never derive rules themselves (2.2-labels,
// 2.5-labels).
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
        case (.accepted, _), (.started, _), (.submitted, .sender): .accepted
        case (.done, _), (.completed, _): .done
        case (.denied, _): .denied
        case (.rejected, _), (.expired, _), (.missed, _), (.withdrawn, _), (.abandoned, _),
            (.void, _):
            .closed
        }
    }

    /// How it was closed, if the label is `closed`.
    var closedReason: String? {
        switch state {
        case .rejected, .expired, .missed, .withdrawn, .abandoned, .void: state.rawValue
        case .sent, .accepted, .started, .submitted, .done, .completed, .denied: nil
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

    /// What one side may do at a moment.
    func actions(for party: Party, at now: Instant, under rules: DareRules) -> [Assignment.Action] {
        words(for: party, at: now, under: rules).map { word in
            Assignment.Action(rawValue: word.rawValue) ?? .unknown
        }
    }

    /// The recipient's result, once it counts.
    var result: Int? {
        state == .done || state == .completed ? seconds : nil
    }

    /// The points of an assignment that was done, or completed in time, for one side (CA-16, CA-17,
    /// 2.5-late); scoring keeps the accounts.
    func points(for party: Party, under rules: DareRules) -> Int? {
        guard state == .done || state == .completed && isInTime == true else { return nil }
        return switch party {
        case .recipient: rules.completedPoints
        case .sender: rules.sentPoints
        }
    }
}
