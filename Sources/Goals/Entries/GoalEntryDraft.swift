import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

/// What someone says of an entry of a goal, new or not; what is absent stays as it is.
struct GoalEntryDraft: Hashable, Sendable {
    let amount: Amount?
    /// Of a new one.
    let occurredAt: Instant?
    let note: String?

    init(_ call: AddGoalEntry) {
        amount = call.amount
        occurredAt = call.occurredAt
        note = call.note
    }

    init(_ call: ChangeGoalEntry) {
        amount = call.amount
        occurredAt = nil
        note = call.note
    }

    /// Reports what is wrong with the fields by themselves, or does not fit the goal.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - cap: How much the operator allows for its unit; `nil` for what is usual.
    ///   - now: The time.
    ///   - rules: The rules of goals.
    ///   - problems: Collects the problems.
    func check(
        in goal: GoalRecord,
        cap: Amount?,
        at now: Instant,
        under rules: GoalRules,
        _ problems: inout FieldProblems<ChallengesError>
    ) {
        if let amount {
            let most = cap ?? goal.metric?.dayMax ?? AddGoalEntry.amountLimit.upperBound
            let isWhole = !goal.challenge.snapshot.wholeNumbers || amount.isWhole
            if !AddGoalEntry.amountLimit.contains(amount) || amount > most || !isWhole {
                problems.add(.amountInvalid, at: "/amount")
            }
        }
        if let note, !AddEntry.noteLimit.stores(note) {
            problems.add(.noteInvalid, at: "/note")
        }
        if let occurredAt, !isCounted(occurredAt, in: goal, at: now, under: rules) {
            problems.add(.occurredInvalid, at: "/occurredAt")
        }
    }

    /// Whether a moment is not ahead, and on a day of the goal. When it was made, and by which days
    /// it recurs, a day decides.
    private func isCounted(
        _ moment: Instant,
        in goal: GoalRecord,
        at now: Instant,
        under rules: GoalRules
    ) -> Bool {
        moment <= now + rules.clockTolerance
            && goal.earliestDay <= goal.life.periods.days.day(of: moment)
    }
}

extension GoalRecord {
    /// The first day that counts: of the period in which it was made, or on which it was.
    var earliestDay: CivilDate {
        life.periods.recurrence.period(of: firstDay)?.first ?? firstDay
    }
}
