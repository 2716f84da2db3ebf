import ChallengesAPI
import ChallengesCore
import Values

// What a party sees of a state, so that clients need no rules of their own (2.2-labels,
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

    /// How the assignment was closed; set if the label is `closed`.
    var closedReason: String? {
        switch state {
        case .rejected, .expired, .missed, .withdrawn, .abandoned, .void: state.rawValue
        case .sent, .accepted, .started, .submitted, .done, .completed, .denied: nil
        }
    }

    /// The icon to show. The check means accepted; a done assignment has no icon.
    func icon(for party: Party) -> Assignment.Icon {
        switch displayState(for: party) {
        case .unread: .exclamation
        case .pending: .hourglass
        case .accepted: .check
        case .denied: .cross
        case .done, .closed, .unknown: .none
        }
    }

    /// The moves that a party can make at a moment.
    func actions(for party: Party, at now: Instant, under rules: DareRules) -> [Assignment.Action] {
        words(for: party, at: now, under: rules).map { word in
            Assignment.Action(rawValue: word.rawValue) ?? .unknown
        }
    }

    /// The recipient's result in seconds; `nil` unless the assignment is done or completed.
    var result: Int? {
        state == .done || state == .completed ? seconds : nil
    }

    /// A party's points for an assignment that was done, or completed in time (2.5-late); otherwise
    /// `nil`. Scoring keeps the accounts.
    func points(for party: Party, under rules: DareRules) -> Int? {
        guard state == .done || state == .completed && isInTime == true else { return nil }
        return switch party {
        case .recipient: rules.completedPoints
        case .sender: rules.sentPoints
        }
    }
}
