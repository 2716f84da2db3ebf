package import ChallengesAPI
package import Identifiers

/// What a reminder is about, and whose it is.
package struct ReminderSubject: Hashable, Sendable {
    package let kind: Reminder.Kind
    /// The assignment, contest or goal.
    package let id: SubjectID
    package let user: UserID
}

/// The challenge that a person is reminded of, as it stands for them (2.13-reminders).
package struct RemindedChallenge: Hashable, Sendable {
    package let id: ChallengeID
    package let name: String
    package let state: State

    package init(id: ChallengeID, name: String, state: State) {
        self.id = id
        self.name = name
        self.state = state
    }

    /// How a challenge stands for a person.
    package enum State: Hashable, Sendable {
        /// There is something to do today.
        case toDo
        /// There is nothing to do today: it is done, waits for others, rests, is paused, or has not
        /// begun.
        case idle
        /// It is over for the person.
        case closed
    }
}
