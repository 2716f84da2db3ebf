import ChallengesAPI
package import Identifiers
import IdentityAPI
package import Outbox
import People
package import Postgres
package import RPC
package import Values
import Wire

/// Users' reminders of their assignments, contests and goals (2.13-reminders). The features supply
/// the states of the subjects.
package struct Reminders: ChallengesPart {
    let database: Database
    let features: [any ChallengesPart]
    let rules: ReminderRules
    let now: @Sendable () -> Instant

    static let timer = "challenges.reminder"

    /// - Parameters:
    ///   - database: Stores the reminders.
    ///   - features: The features with subjects of reminders.
    ///   - rules: The limits and durations.
    ///   - now: The clock.
    package init(
        database: Database,
        features: [any ChallengesPart],
        rules: ReminderRules,
        now: @escaping @Sendable () -> Instant
    ) {
        self.database = database
        self.features = features
        self.rules = rules
        self.now = now
    }

    package var switchboard: Switchboard {
        Switchboard {
            $0.on(setReminder)
            $0.on(listReminders)
            $0.on(changeReminder)
            $0.on(removeReminder)
        }
    }

    /// The timer of reminders: their next times.
    package var timers: Timers.Actions {
        [
            Self.timer: { [self] tx, subject, moment in
                try await timeCame(of: ReminderID(subject), at: moment, in: tx)
            }
        ]
    }

    /// Recomputes the next times of a user's reminders after a change of time zone (2.9-zones).
    package func daysChanged(of user: UserID, in tx: Transaction) async throws {
        // Reminders that are set meanwhile do not know the new time zone.
        try tx.lockReminders(of: user)
        let reminders = try await tx.heldReminders(of: user)
        guard !reminders.isEmpty else { return }
        let days = try await tx.localDays(of: user)
        for reminder in reminders {
            var next = reminder
            // A time that has passed, but whose timer is late, is left to the timer.
            next.arrange(from: min(now(), reminder.nextAt ?? now()), by: days)
            guard next.nextAt != reminder.nextAt else { continue }
            try store(next, in: tx)
        }
    }

    /// The challenge of a reminder; `nil` if the user has no part in it.
    func reminded(
        of subject: ReminderSubject,
        by days: LocalDays,
        at moment: Instant,
        in reader: some Reader
    ) async throws -> RemindedChallenge? {
        let day = days.day(of: moment)
        for feature in features {
            let found = try await feature.reminded(of: subject, on: day, at: moment, in: reader)
            if let found { return found }
        }
        return nil
    }

    /// Stores the change of a locked reminder and schedules its timer. Sent with the next
    /// statement.
    func store(_ reminder: ReminderRecord, in tx: Transaction) throws {
        try tx.save(reminder)
        if let nextAt = reminder.nextAt {
            try tx.schedule(Self.timer, reminder.id, at: nextAt)
        } else {
            try tx.unschedule(Self.timer, reminder.id)
        }
    }
}

// The action of the timer.
extension Reminders {
    /// Sends a reminder, unless it is too late or there is nothing to do, and schedules the next
    /// one. Switches the reminder off if its subject is closed, and deletes it if the subject does
    /// not exist any more.
    private func timeCame(
        of id: ReminderID,
        at moment: Instant,
        in tx: Transaction
    ) async throws {
        guard var reminder = try await tx.heldReminder(id), reminder.isOn,
            let nextAt = reminder.nextAt
        else { return }
        let days = try await tx.localDays(of: reminder.user)
        let due = reminder.times.next(
            from: max(nextAt, moment - rules.lateMax),
            rungOn: reminder.rungOn,
            by: days
        )
        var told: PeopleTold?
        if let due, due.at <= moment {
            let subject = try await reminded(
                of: reminder.subject,
                by: days,
                at: moment,
                in: tx
            )
            guard let subject else { return try tx.deleteReminder(id) }
            switch subject.state {
            case .toDo:
                reminder.rungOn = due.day
                told = reminder.notice(of: subject, on: due.day, at: moment)
            case .idle: break
            case .closed:
                reminder.isOn = false
                reminder.version += 1
            }
        }
        reminder.arrange(from: moment + .microseconds(1), by: days)
        try store(reminder, in: tx)
        if let told {
            try tx.publish([Emission(event: told, destination: .identity)], at: moment)
        }
    }
}

extension ReminderRecord {
    /// The notice to the user, unique per local day.
    fileprivate func notice(
        of challenge: RemindedChallenge,
        on day: CivilDate,
        at moment: Instant
    ) -> PeopleTold {
        PeopleTold(
            people: [user],
            kind: .reminder,
            cause: "\(id)/\(day)",
            challenge: challenge.id,
            subject: subject.named,
            name: challenge.name,
            at: moment
        )
    }
}

extension Reader {
    /// The local days of a user, from their stored card.
    func localDays(of user: UserID) async throws -> LocalDays {
        LocalDays(try await copies(of: [user])[user]?.zones)
    }
}
