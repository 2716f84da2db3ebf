import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Reminders {
    func setReminder(_ call: SetReminder, in context: CallContext) async throws -> Reminder {
        let user = try context.signedIn
        let id = call.id ?? ReminderID()
        return try await database.create(
            call,
            in: context,
            at: now(),
            ifTaken: ChallengesError.idTaken
        ) { reader in
            try await existing(call, of: user, in: reader)
        } check: {
            var problems = FieldProblems<ChallengesError>()
            if call.of == .unknown { problems.add(.subjectUnknown, at: "/of") }
            problems.check(call.minuteOfDay, call.weekdays)
            try problems.refuse()
        } insert: { _, tx in
            try await insert(call, id, of: user, in: tx)
        }
    }

    /// Inserts a reminder; returns `nil` if its id is taken.
    private func insert(
        _ call: SetReminder,
        _ id: ReminderID,
        of user: UserID,
        in tx: Transaction
    ) async throws -> Reminder? {
        let now = now()
        let subject = ReminderSubject(kind: call.of, id: call.subject, user: user)
        // This keeps the user's time zone and the number of their reminders from changing
        // meanwhile.
        try tx.lockReminders(of: user)
        let days = try await tx.localDays(of: user)
        guard let found = try await reminded(of: subject, by: days, at: now, in: tx) else {
            throw subject.notFound
        }
        guard found.state != .closed else { throw ChallengesError.wrongState }
        let counts = try await tx.reminderCounts(of: subject)
        guard counts.subject < rules.reminders, counts.all < rules.remindersAll else {
            throw ChallengesError.remindersTooMany
        }
        var reminder = ReminderRecord(
            id: id,
            subject: subject,
            times: ReminderTimes(minuteOfDay: call.minuteOfDay, weekdays: Set(call.weekdays)),
            isOn: call.isOn ?? true
        )
        reminder.arrange(from: now + .microseconds(1), by: days)
        guard try await tx.insert(reminder) else { return nil }
        if let nextAt = reminder.nextAt { try tx.schedule(Self.timer, id, at: nextAt) }
        return reminder.reminderReply
    }

    /// The reminder that the same user set under the call's id before, by an equal call (2.14-ids).
    private func existing(
        _ call: SetReminder,
        of user: UserID,
        in reader: any Reader
    ) async throws -> Reminder? {
        guard let id = call.id, let made = try await reader.reminder(id), made.user == user else {
            return nil
        }
        guard made.subject.kind == call.of, made.subject.id == call.subject,
            made.times.minuteOfDay == call.minuteOfDay,
            made.times.weekdays.sorted() == call.weekdays.sorted(),
            made.isOn == call.isOn ?? true
        else { throw ChallengesError.idTaken }
        return made.reminderReply
    }
}

extension FieldProblems<ChallengesError> {
    /// Reports an invalid time of day and invalid weekdays; absent fields are valid.
    mutating func check(_ minuteOfDay: Int?, _ weekdays: [Int]?) {
        if let minuteOfDay, !SetReminder.minuteLimit.contains(minuteOfDay) {
            add(.minuteInvalid, at: "/minuteOfDay")
        }
        guard let weekdays else { return }
        let areWeekdays =
            SetReminder.weekdaysLimit.contains(weekdays.count)
            && Set(weekdays).count == weekdays.count
            && weekdays.allSatisfy { (1...7).contains($0) }
        if !areWeekdays { add(.weekdaysInvalid, at: "/weekdays") }
    }
}
