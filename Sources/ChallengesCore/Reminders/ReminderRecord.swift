import ChallengesAPI
import Identifiers
import IdentityAPI
import Values

/// A stored reminder.
struct ReminderRecord: Hashable, Sendable {
    let id: ReminderID
    let subject: ReminderSubject
    var times: ReminderTimes
    var isOn: Bool
    /// The time of the next reminder, when the timer is due; `nil` while the reminder is off.
    var nextAt: Instant?
    /// The user's last local day for which a reminder was sent.
    var rungOn: CivilDate?
    var version: Int64 = 1

    var user: UserID { subject.user }

    /// Computes the time of the next reminder, which is not before the given moment.
    mutating func arrange(from moment: Instant, by days: LocalDays) {
        nextAt = isOn ? times.next(from: moment, rungOn: rungOn, by: days)?.at : nil
    }

    var reminderReply: Reminder {
        Reminder(
            id: id,
            of: subject.kind,
            subject: subject.id,
            minuteOfDay: times.minuteOfDay,
            weekdays: times.weekdays.sorted(),
            isOn: isOn,
            nextAt: nextAt,
            version: version
        )
    }
}

extension ReminderSubject {
    /// The refusal for a user who has no part in the subject.
    var notFound: ChallengesError {
        switch kind {
        case .assignment: .assignmentNotFound
        case .contest: .contestNotFound
        case .goal: .goalNotFound
        case .unknown: .subjectUnknown
        }
    }

    /// The subject for notices.
    var named: Notice.Subject {
        let kind: Notice.Subject.Kind =
            switch kind {
            case .assignment: .assignment
            case .contest: .contest
            case .goal: .goal
            case .unknown: .unknown
            }
        return Notice.Subject(kind: kind, id: id.uuid)
    }
}
