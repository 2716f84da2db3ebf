import ChallengesAPI
import Hummingbird
import Wire

extension CallRoute {
    /// The routes of the caller's reminders of assignments, contests and goals.
    static let reminders: [CallRoute] = [
        CallRoute(
            .post,
            "reminders",
            SetReminder.self,
            to: \.challenges,
            status: .created
        ),
        CallRoute(.get, "reminders", ListReminders.self, to: \.challenges),
        CallRoute(
            .patch,
            "reminders/{id}",
            ChangeReminder.self,
            to: \.challenges,
            ["reminder": .path("id"), "ifVersion": .ifMatch]
        ),
        CallRoute(
            .delete,
            "reminders/{id}",
            RemoveReminder.self,
            to: \.challenges,
            status: .noContent,
            ["reminder": .path("id"), "ifVersion": .ifMatch]
        ),
    ]
}
