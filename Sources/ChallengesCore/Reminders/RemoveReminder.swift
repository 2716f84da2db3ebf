import ChallengesAPI
import Outbox
import RPC
import Wire

extension Reminders {
    func removeReminder(_ call: RemoveReminder, in context: CallContext) async throws -> Nothing {
        let asker = try context.signedIn
        return try await database.once(call, in: context, at: now()) { tx in
            let reminder = try await held(call.reminder, of: asker, call.ifVersion, in: tx)
            try tx.deleteReminder(reminder.id)
            try tx.unschedule(Self.timer, reminder.id)
            return Nothing()
        }
    }
}
