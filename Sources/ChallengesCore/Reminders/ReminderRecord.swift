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
    /// When its timer is due; `nil` while it is off.
    var nextAt: Instant?
    /// The last day of its person that they were reminded for.
    var rungOn: CivilDate?
    var version: Int64 = 1

    var user: UserID { subject.user }

    /// Computes when it reminds next, not before a moment.
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
    /// The refusal for a person who has no part in it.
    var notFound: ChallengesError {
        switch kind {
        case .assignment: .assignmentNotFound
        case .contest: .contestNotFound
        case .goal: .goalNotFound
        case .unknown: .subjectUnknown
        }
    }

    /// The subject as a notice names it.
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
