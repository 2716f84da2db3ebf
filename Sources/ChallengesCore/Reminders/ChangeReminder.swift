import ChallengesAPI
import Identifiers
import Outbox
import Postgres
import RPC
import Values
import Wire

extension Reminders {
    func changeReminder(_ call: ChangeReminder, in context: CallContext) async throws -> Reminder {
        let asker = try context.signedIn
        return try await database.once(call, in: context, at: now()) { tx in
            // Locked first: a concurrent card moves only reminders that are on.
            try tx.lockReminders(of: asker)
            let reminder = try await held(call.reminder, of: asker, call.ifVersion, in: tx)
            var problems = FieldProblems<ChallengesError>()
            problems.check(call.minuteOfDay, call.weekdays)
            try problems.refuse()
            var next = reminder
            next.times.minuteOfDay = call.minuteOfDay ?? reminder.times.minuteOfDay
            next.times.weekdays = call.weekdays.map { Set($0) } ?? reminder.times.weekdays
            next.isOn = call.isOn ?? reminder.isOn
            guard next != reminder else { return reminder.reminderReply }
            let (now, days) = (now(), try await tx.localDays(of: asker))
            if next.isOn {
                let found = try await reminded(of: next.subject, by: days, at: now, in: tx)
                guard let found, found.state != .closed else {
                    throw try Refusal(
                        ChallengesError.wrongState,
                        current: reminder.reminderReply
                    )
                }
            }
            next.arrange(from: now + .microseconds(1), by: days)
            next.version += 1
            try store(next, in: tx)
            return next.reminderReply
        }
    }

    /// Locks a reminder of the caller. For other users it does not exist. Refuses a version other
    /// than the reminder's.
    func held(
        _ id: ReminderID,
        of asker: UserID,
        _ version: Int64?,
        in tx: Transaction
    ) async throws -> ReminderRecord {
        guard let reminder = try await tx.heldReminder(id), reminder.user == asker else {
            throw ChallengesError.reminderNotFound
        }
        guard version == nil || version == reminder.version else {
            throw try Refusal(ChallengesError.versionStale, current: reminder.reminderReply)
        }
        return reminder
    }
}
