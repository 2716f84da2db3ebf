import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

/// The fields of a new or changed entry of a goal; absent fields do not change.
struct GoalEntryDraft: Hashable, Sendable {
    let amount: Amount?
    /// The time of a new entry; `nil` for now, and for a change.
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

    /// Reports fields that are invalid by themselves or do not fit the goal.
    ///
    /// - Parameters:
    ///   - goal: The goal.
    ///   - cap: The operator's maximum amount in the goal's unit; `nil` for the default.
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

    /// Whether a moment is not in the future, and not before the goal's earliest day. Days are
    /// compared, not moments: earlier moments of that day count.
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
    /// The first day that counts: that of the period in which the goal was created, or else the day
    /// of its creation.
    var earliestDay: CivilDate {
        life.periods.recurrence.period(of: firstDay)?.first ?? firstDay
    }
}
