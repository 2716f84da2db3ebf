import ChallengesAPI
import Identifiers
import RPC
import Wire

extension Reminders {
    func listReminders(
        _ call: ListReminders,
        in context: CallContext
    ) async throws -> Page<Reminder> {
        let asker = try context.signedIn
        let limit = try PageLimit(call.limit, orThrow: ChallengesError.limitInvalid)
        let place = try Self.cursor.keys(
            of: call.cursor,
            orThrow: ChallengesError.cursorInvalid
        )
        if let place, !SetReminder.minuteLimit.contains(place.0) {
            throw Refusal(ChallengesError.cursorInvalid, at: "/cursor")
        }
        let fetched = try await database.reminders(of: asker, after: place, limit: limit.fetched)
        let (reminders, nextCursor) = limit.cut(fetched) { reminder in
            Self.cursor.text(reminder.times.minuteOfDay, reminder.id)
        }
        return Page(items: reminders.map(\.reminderReply), nextCursor: nextCursor)
    }

    /// The time of day and the id.
    private static let cursor = PageCursor<Int, ReminderID>("reminders")
}
