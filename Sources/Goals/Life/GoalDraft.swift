import ChallengesAPI
import ChallengesCore
import Identifiers
import Values
import Wire

/// The fields of a new or changed goal; absent fields do not change.
struct GoalDraft: Hashable, Sendable {
    private(set) var name: String?
    private(set) var description: String?
    /// The unit; empty for none.
    private(set) var unit: String?
    private(set) var target: Amount?
    private(set) var wholeNumbers: Bool?
    private(set) var metric: Metric?
    private(set) var recurrence: Goal.Recurrence?
    private(set) var windowDays: Int?
    private(set) var lastDay: CivilDate?
    private(set) var restWeekdays: [Int]?
    private(set) var visibility: Visibility?
    /// The invalid fields: problems that depend on one of them are not reported too.
    private var wrong: Set<Field> = []

    /// A field on which others depend.
    fileprivate enum Field {
        case unit, target, metric, recurrence, windowDays
    }

    init(_ call: CreateGoal) {
        name = call.name
        description = call.description
        unit = call.unit
        target = call.target
        wholeNumbers = call.wholeNumbers
        metric = call.metric
        recurrence = call.recurrence
        windowDays = call.windowDays
        lastDay = call.lastDay
        restWeekdays = call.restWeekdays
        visibility = call.visibility
    }

    init(_ call: ChangeGoal) {
        name = call.name
        description = call.description
        unit = call.unit
        target = call.target
        metric = call.metric
        recurrence = call.recurrence
        lastDay = call.lastDay
        restWeekdays = call.restWeekdays
        visibility = call.visibility
    }

    /// Checks each field by itself. Reports an invalid field and replaces it by a valid value or
    /// `nil`, so that it causes no further problems.
    mutating func check(_ problems: inout FieldProblems<ChallengesError>) {
        problems.checkName(&name)
        problems.checkDescription(&description, CreateGoal.descriptionLimit)
        if let unit, !unit.isEmpty {
            problems.checkUnit(&self.unit)
            if self.unit == nil { wrong.insert(.unit) }
        }
        if let target, !CreateGoal.targetLimit.contains(target) {
            problems.add(.goalNotANumber, at: "/target")
            self.target = nil
            wrong.insert(.target)
        }
        if metric == .unknown { wrong.insert(.metric) }
        problems.check(&metric, at: "/metric", orAdd: .metricUnknown)
        if recurrence == .unknown { wrong.insert(.recurrence) }
        problems.check(&recurrence, at: "/recurrence", orAdd: .recurrenceUnknown)
        if let windowDays, !CreateGoal.windowLimit.contains(windowDays) {
            problems.add(.windowInvalid, at: "/windowDays")
            self.windowDays = nil
            wrong.insert(.windowDays)
        }
        if let restWeekdays, !Self.areRestWeekdays(restWeekdays) {
            problems.add(.restWeekdaysInvalid, at: "/restWeekdays")
            self.restWeekdays = nil
        }
        if let visibility, visibility != .private, visibility != .friends {
            problems.add(.visibilityUnknown, at: "/visibility")
            self.visibility = nil
        }
    }

    private static func areRestWeekdays(_ days: [Int]) -> Bool {
        CreateGoal.restWeekdaysLimit.contains(days.count) && Set(days).count == days.count
            && days.allSatisfy { (1...7).contains($0) }
    }
}

// A new goal.
extension GoalDraft {
    /// The goal made from the draft and its definition, if any. Reports fields that do not fit
    /// together.
    ///
    /// - Parameters:
    ///   - blank: The other data of the goal.
    ///   - problems: Collects the problems.
    /// - Returns: The goal.
    func goal(
        _ blank: NewGoal,
        _ problems: inout FieldProblems<ChallengesError>
    ) -> GoalRecord {
        var challenge = blank.challenge
        challenge.name = name ?? challenge.name
        challenge.description = description ?? challenge.description
        challenge.visibility = visibility ?? .private
        var snapshot = challenge.snapshot
        let said = unit.flatMap { $0.isEmpty ? nil : $0 }
        snapshot.metric = wrong.contains(.metric) ? nil : metric ?? snapshot.metric
        snapshot.unit = said ?? snapshot.unit
        if let metric = snapshot.metric {
            if let said, said != metric.unit { problems.add(.metricUnit, at: "/unit") }
            snapshot.unit = metric.unit
        }
        snapshot.target = target ?? snapshot.target
        snapshot.wholeNumbers = wholeNumbers ?? snapshot.wholeNumbers
        challenge.snapshot = snapshot
        let periods = GoalPeriods(
            recurrence: recurrence ?? .once,
            restWeekdays: Set(restWeekdays ?? []),
            lastDay: lastDay,
            days: blank.days
        )
        let goal = GoalRecord(
            challenge: challenge,
            owner: challenge.author,
            firstDay: blank.days.day(of: challenge.createdAt),
            windowDays: windowDays,
            life: GoalLife(
                periods: periods,
                target: snapshot.target,
                period: periods.period(
                    of: blank.days.day(of: challenge.createdAt),
                    target: snapshot.target
                )
            )
        )
        goal.check(&problems, without: wrong)
        checkDays(of: goal, had: nil, today: goal.firstDay, &problems, without: wrong)
        return goal
    }

    /// Reports days that the goal cannot have, unless that depends on an invalid field. The goal's
    /// current last day may be past.
    private func checkDays(
        of goal: GoalRecord,
        had present: CivilDate?,
        today: CivilDate,
        _ problems: inout FieldProblems<ChallengesError>,
        without wrong: Set<Field>
    ) {
        if let lastDay, lastDay != present, lastDay < today {
            problems.add(.lastDayInvalid, at: "/lastDay")
        }
        let isRecurrenceWrong = wrong.contains(.recurrence)
        let recurrence = goal.life.periods.recurrence
        if restWeekdays?.isEmpty == false, recurrence != .daily, !isRecurrenceWrong {
            problems.add(.restWeekdaysInvalid, at: "/restWeekdays")
        }
        let isOnce = recurrence == .once || isRecurrenceWrong
        let hasMetric = goal.metric != nil || wrong.contains(.metric)
        if windowDays != nil, !isOnce || !hasMetric {
            problems.add(.windowInvalid, at: "/windowDays")
        }
    }
}

// A change.
extension GoalDraft {
    /// Changes a goal. Reports changes that the goal does not allow.
    ///
    /// - Parameters:
    ///   - goal: The goal, with due transitions applied.
    ///   - now: The time.
    ///   - problems: Collects the problems.
    /// - Returns: The changes of its `life`.
    func apply(
        to goal: inout GoalRecord,
        at now: Instant,
        _ problems: inout FieldProblems<ChallengesError>
    ) -> GoalChange {
        let life = goal.life
        if let recurrence, recurrence != life.periods.recurrence {
            problems.add(.goalFixed, at: "/recurrence")
        }
        if let metric, metric != goal.metric { problems.add(.goalFixed, at: "/metric") }
        if let unit, unit != goal.challenge.snapshot.unit ?? "" {
            problems.add(.goalFixed, at: "/unit")
        }
        if let target {
            if life.target == nil || life.state.isOver && target != life.target {
                problems.add(.goalFixed, at: "/target")
            } else {
                goal.challenge.snapshot.target = target
            }
        }
        if let lastDay, life.state.isOver, lastDay != life.periods.lastDay {
            problems.add(.goalFixed, at: "/lastDay")
        }
        if let restWeekdays, life.state.isOver, Set(restWeekdays) != life.periods.restWeekdays {
            problems.add(.goalFixed, at: "/restWeekdays")
        }
        goal.challenge.name = name ?? goal.challenge.name
        goal.challenge.description = description ?? goal.challenge.description
        goal.challenge.visibility = visibility ?? goal.challenge.visibility
        // Invalid fields have kept the goal's current, valid values.
        goal.check(&problems, without: [])
        let today = life.periods.days.day(of: now)
        checkDays(of: goal, had: life.periods.lastDay, today: today, &problems, without: [])
        return GoalChange(
            target: target == life.nextTarget ?? life.target ? nil : target,
            restWeekdays: restWeekdays.map { Set($0) } ?? life.periods.restWeekdays,
            lastDay: lastDay ?? life.periods.lastDay
        )
    }
}

extension GoalRecord {
    /// Reports a target that does not fit the unit, the metric or the recurrence, unless one of
    /// these is invalid by itself (2.4-target).
    fileprivate func check(
        _ problems: inout FieldProblems<ChallengesError>,
        without wrong: Set<GoalDraft.Field>
    ) {
        let snapshot = challenge.snapshot
        guard let target = snapshot.target else {
            if snapshot.metric != nil, !wrong.contains(.target) {
                problems.add(.targetMissing, at: "/target")
            }
            return
        }
        if snapshot.unit == nil, wrong.isDisjoint(with: [.unit, .metric]) {
            problems.add(.unitMissing, at: "/unit")
        }
        if snapshot.wholeNumbers, !target.isWhole { problems.add(.targetNotWhole, at: "/target") }
        // A target that one day must reach is at most the maximum of a day.
        let isOneDay = life.periods.recurrence == .daily || life.isOnce && (windowDays ?? 1) == 1
        if let dayMax = snapshot.metric?.dayMax, isOneDay, target > dayMax,
            wrong.isDisjoint(with: [.recurrence, .windowDays])
        {
            problems.add(.goalBeyondDay, at: "/target")
        }
    }
}

/// The data of a new goal before its draft is applied.
struct NewGoal: Sendable {
    /// The challenge, with the content of its definition if it has one.
    var challenge: ChallengeRecord
    let days: LocalDays
}
