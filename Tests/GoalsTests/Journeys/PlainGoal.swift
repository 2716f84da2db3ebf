import ChallengesAPI
import Identifiers
import Values

/// A goal as its rules alone say (2.4-goal, 2.4-period), in numbers: days and hours since 1970.
struct PlainGoal {
    let id: ChallengeID
    let recurrence: Goal.Recurrence
    let readsTotals: Bool
    let windowDays: Int
    /// The day on which it was made.
    let firstDay: Int
    var target: Int?
    var nextTarget: Int?
    var restWeekdays: Set<Int>
    var lastDay: Int?
    var state = Goal.State.active
    var entries: [Entry] = []
    /// What was reached altogether, of a goal that is reached once.
    var value = 0
    /// The oldest first.
    var periods: [PlainPeriod] = []
    var metAt: Instant?
    /// How often it was changed since it was reached.
    var changes = 0
    var wasFlagged = false

    /// What was logged.
    struct Entry {
        let id: EntryID
        let day: Int
        var amount: Int
    }

    var isOnce: Bool { recurrence == .once }
    var isOver: Bool { state != .active && state != .paused }
    /// The first day whose entries count.
    var earliestDay: Int { periods.first?.first ?? firstDay }
    /// Whether its last period ended when it was given up, before its days had passed.
    var wasGivenUp: Bool { state == .abandoned && !isOnce }

    /// The place of the period that has not ended.
    var present: Int? {
        guard let last = periods.last, last.endedAt == nil, !isOver else { return nil }
        return periods.count - 1
    }

    /// The place of the period with a day, while it may still change.
    func openPeriod(with day: Int, at now: Instant) -> Int? {
        periods.indices.last { place in
            periods[place].contains(day) && !periods[place].isClosed(at: now)
                && !(wasGivenUp && place == periods.count - 1)
        }
    }
}

/// A day, week or month of a plain goal.
struct PlainPeriod {
    let first: Int
    var last: Int
    let target: Int?
    /// In which hour it began.
    let beganAt: Int
    /// In which hour it ended.
    var endedAt: Int?
    var value = 0
    var isMarked = false
    /// Whether it rests where it is not met.
    var rests = false
    var state = GoalPeriod.State.open

    func contains(_ day: Int) -> Bool { first <= day && day <= last }

    /// Whether it is closed for good, 48 hours after its end.
    func isClosed(at now: Instant) -> Bool {
        closesAt.map { $0 <= now } ?? false
    }

    var closesAt: Instant? { endedAt.map { Instant(hour: $0 + 48) } }

    mutating func count() {
        let isReached = target.map { value >= $0 } ?? isMarked
        state = isReached ? .met : endedAt == nil ? .open : rests ? .rested : .missed
    }
}

// Time.
extension PlainGoal {
    /// Begins the period of a day, as far as it goes.
    mutating func begin(_ day: Int, in hour: Int) {
        guard !isOnce else { return }
        let (first, last) = span(of: day)
        periods.append(
            PlainPeriod(
                first: first,
                last: min(last, lastDay ?? last),
                target: target,
                beganAt: hour
            )
        )
    }

    /// The day, its week from Monday on, or its month.
    private func span(of day: Int) -> (Int, Int) {
        var (first, last) = (day, day)
        switch recurrence {
        case .weekly:
            while Self.weekday(of: first) != 1 { first -= 1 }
            last = first + 6
        case .monthly:
            let month = CivilDate(number: day).month
            while CivilDate(number: first - 1).month == month { first -= 1 }
            while CivilDate(number: last + 1).month == month { last += 1 }
        default: break
        }
        return (first, last)
    }

    /// 1 for Monday; the first day of all was a Thursday.
    static func weekday(of day: Int) -> Int { (day + 3) % 7 + 1 }

    /// Ends what has ended with the days before today, and begins what is next.
    mutating func pass(to today: Int, in hour: Int) {
        if isOnce, !isOver, let lastDay, lastDay < today { state = .expired }
        while let place = present, periods[place].last < today {
            let isSkipped = periods[place].beganAt == hour && place > 0
            let isRestDay =
                recurrence == .daily
                && restWeekdays.contains(Self.weekday(of: periods[place].first))
            end(place, in: hour, resting: state == .paused || isRestDay || isSkipped)
            let next = periods[place].last + 1
            if let lastDay, next > lastDay {
                state = periods.contains { $0.state == .met } ? .completed : .expired
            } else {
                target = nextTarget ?? target
                nextTarget = nil
                begin(next, in: hour)
            }
        }
    }

    private mutating func end(_ place: Int, in hour: Int, resting rests: Bool) {
        periods[place].endedAt = hour
        periods[place].rests = rests
        periods[place].count()
    }

    /// The owner gives it up.
    mutating func giveUp(in hour: Int) {
        if let place = present { end(place, in: hour, resting: true) }
        state = .abandoned
    }

    /// Another last day cuts the present period short, or no longer does.
    mutating func setLastDay(_ day: Int) {
        lastDay = day
        guard let place = present else { return }
        periods[place].last = min(span(of: periods[place].first).1, day)
    }
}

// What is done for it.
extension PlainGoal {
    /// Counts what there is on a day again.
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - totals: The greatest of the sources of each day.
    ///   - today: The present day.
    ///   - now: The time.
    mutating func count(_ day: Int, totals: [Int: Int], today: Int, at now: Instant) {
        guard target != nil else { return }
        if isOnce {
            guard !isOver else { return }
            value = best(totals, until: today)
            reachOnce(at: now)
        } else if let place = openPeriod(with: day, at: now) {
            let days = periods[place].first...periods[place].last
            periods[place].value = days.reduce(0) { $0 + amount(on: $1, totals) }
            periods[place].count()
            noteMet(place, at: now)
        }
    }

    /// It is over where the value is there.
    mutating func reachOnce(at now: Instant) {
        guard isOnce, !isOver, let target, value >= target else { return }
        state = .completed
        metAt = now
    }

    mutating func mark(_ place: Int, _ isDone: Bool, at now: Instant) {
        periods[place].isMarked = isDone
        periods[place].count()
        noteMet(place, at: now)
    }

    private mutating func noteMet(_ place: Int, at now: Instant) {
        if periods[place].state == .met, !isOver { metAt = metAt ?? now }
    }

    /// The entries of a day together are one source among the others.
    private func amount(on day: Int, _ totals: [Int: Int]) -> Int {
        let logged = entries.filter { $0.day == day }.reduce(0) { $0 + $1.amount }
        return max(logged, readsTotals ? totals[day] ?? 0 : 0)
    }

    private func best(_ totals: [Int: Int], until today: Int) -> Int {
        guard readsTotals else { return entries.reduce(0) { $0 + $1.amount } }
        let windows = (firstDay...today).map { start in
            (start..<start + windowDays).reduce(0) { $0 + amount(on: $1, totals) }
        }
        return windows.max() ?? 0
    }
}

extension CivilDate {
    /// The day that many days after 1970-01-01.
    init(number: Int) {
        self.init(daysSince1970: Int64(number))
    }

    var number: Int { Int(daysSince1970) }
}
