package import ChallengesAPI
package import Identifiers

/// The subject of a reminder, and the reminder's user.
package struct ReminderSubject: Hashable, Sendable {
    package let kind: Reminder.Kind
    /// The assignment, contest or goal.
    package let id: SubjectID
    package let user: UserID
}

/// The challenge of a reminder, with its state for the user (2.13-reminders).
package struct RemindedChallenge: Hashable, Sendable {
    package let id: ChallengeID
    package let name: String
    package let state: State

    package init(id: ChallengeID, name: String, state: State) {
        self.id = id
        self.name = name
        self.state = state
    }

    /// The state of a challenge for a user.
    package enum State: Hashable, Sendable {
        /// The user has something to do today.
        case toDo
        /// The user has nothing to do today: the challenge is done, waits for others, rests, is
        /// paused, or has not begun.
        case idle
        /// The challenge is over for the user.
        case closed
    }
}
