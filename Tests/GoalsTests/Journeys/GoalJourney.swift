import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestBasics
import TestKit
import Testing
import Values
import Wire

/// A person who does with goals what comes to their mind, on their travels; beside it, what the
/// rules say comes of that. One seed tells one story.
struct GoalJourney {
    let scene = Scene()
    let seed: UInt64
    private var dice: Dice
    private(set) var days: LivedDays
    private(set) var goals: [PlainGoal] = []
    /// Those that were deleted.
    private(set) var deleted: [ChallengeID] = []
    /// What each source says of a day, and when it read that.
    private var totals: [Int: [String: (amount: Int, readAt: Instant)]] = [:]
    /// When days with totals freeze.
    private var freezes: [Int: Instant] = [:]
    private var cardVersion: Int64 = 1
    private var steps = 0
    /// Periods that are closed for good, as they were shown first.
    var closed: [ChallengeID: [CivilDate: GoalPeriod]] = [:]

    init(seed: UInt64) {
        self.seed = seed
        dice = Dice(seed: seed)
        days = LivedDays(at: scene.clock.now.hour)
    }

    var owner: UserID { scene.bo }
    var now: Instant { scene.clock.now }
    var place: Comment { "GAUNTLET_SEED=\(seed), step \(steps)" }

    mutating func step() async throws {
        steps += 1
        switch roll(100) {
        case ..<12: try await create()
        case ..<36: try await letTimePass()
        case ..<50: try await log()
        case ..<60: try await correct()
        case ..<76: try await measure()
        case ..<84: try await mark()
        case ..<89: try await change()
        case ..<95: try await move()
        case 95: try await delete()
        default: try await travel()
        }
    }

    private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &dice) }

    /// Hours, seldom days. The timers are often late: whatever comes next then finds time undone.
    private mutating func letTimePass() async throws {
        let hours = roll(10) < 7 ? 1 + roll(9) : 20 + roll(60)
        scene.clock.advance(by: .hours(hours))
        while days.now < now.hour {
            days.live()
            for place in goals.indices { goals[place].pass(to: days.today, in: days.now) }
        }
        if roll(3) > 0 { try await settle() }
    }

    /// Fires what is due, and checks everything.
    private mutating func settle() async throws {
        try await scene.fireDue()
        try await check(thoroughly: steps.isMultiple(of: 5))
    }

    /// Looks at everything once more, when the story is over.
    mutating func end() async throws {
        try await scene.fireDue()
        try await check()
    }

    /// Makes a call, which is allowed or not, and repeats some with their key: they are answered
    /// the same, and nothing happens twice.
    ///
    /// - Returns: The reply; `nil` if it was refused.
    private mutating func attempt<C: Call>(
        _ call: C,
        isAllowed: Bool
    ) async throws -> C.Reply? where C.Reply: Equatable {
        let key = "step \(steps)"
        let reply: C.Reply
        do throws(Fault) {
            reply = try await scene.ask(call, as: owner, key: key)
        } catch {
            #expect(!isAllowed, "\(place): \(call): \(error.code)")
            #expect(error.kind != .bug, "\(place): \(call): \(error)")
            return nil
        }
        #expect(isAllowed, "\(place): \(call) was not refused")
        if roll(4) == 0 {
            let again = try await scene.ask(call, as: owner, key: key)
            #expect(again == reply, "\(place): \(call)")
        }
        return isAllowed ? reply : nil
    }

    private mutating func create() async throws {
        guard goals.filter({ !$0.isOver }).count < 8 else { return }
        let recurrence = [Goal.Recurrence.once, .daily, .daily, .weekly, .monthly][roll(5)]
        let kind = roll(5)
        let readsTotals = kind < 2
        let target = kind == 4 ? nil : someTarget(readsTotals)
        let windowDays = readsTotals && recurrence == .once && roll(2) == 0 ? 1 + roll(3) : nil
        let lastDay = roll(3) == 0 ? days.today + roll(20) : nil
        let rests = recurrence == .daily && roll(2) == 0 ? someWeekdays() : []
        let call = CreateGoal(
            id: ChallengeID(),
            name: "Goal",
            unit: readsTotals || target == nil ? nil : "pages",
            target: target.map { Amount(whole: Int64($0)) },
            metric: readsTotals ? .steps : nil,
            recurrence: recurrence,
            windowDays: windowDays,
            lastDay: lastDay.map { CivilDate(number: $0) },
            restWeekdays: rests.sorted()
        )
        guard let made = try await attempt(call, isAllowed: true) else { return }
        var goal = PlainGoal(
            id: made.id,
            recurrence: recurrence,
            readsTotals: readsTotals,
            windowDays: windowDays ?? 1,
            firstDay: days.today,
            target: target,
            restWeekdays: rests,
            lastDay: lastDay
        )
        goal.begin(days.today, in: days.now)
        goal.count(days.today, totals: greatest, today: days.today, at: now)
        goals.append(goal)
        try await settle()
    }

    private mutating func someTarget(_ isOfTotals: Bool) -> Int {
        isOfTotals ? (3 + roll(15)) * 1_000 : 2 + roll(12)
    }

    private mutating func someWeekdays() -> Set<Int> {
        Set((0...roll(3)).map { _ in 1 + roll(7) })
    }

    /// What counts of the totals of each day.
    private var greatest: [Int: Int] {
        totals.mapValues { sources in sources.values.map(\.amount).max() ?? 0 }
    }

    private mutating func someGoal(_ isRight: (PlainGoal) -> Bool = { _ in true }) -> Int? {
        goals.indices.filter { isRight(goals[$0]) }.randomElement(using: &dice)
    }

    private mutating func log() async throws {
        guard let place = someGoal({ !$0.isOver && $0.target != nil }) else { return }
        // What was longer ago than that is on a frozen day, wherever they were.
        let hoursAgo = roll(5) == 0 ? 150 + roll(50) : roll(4) == 0 ? roll(48) : roll(3)
        let moment = now - .hours(hoursAgo)
        let day = days.day(at: moment.hour)
        let isFrozen = days.end(of: day).map { Instant(hour: $0 + 48) <= now } ?? false
        let amount = goals[place].readsTotals ? (1 + roll(5)) * 1_000 : 1 + roll(5)
        let call = AddGoalEntry(
            goal: goals[place].id,
            amount: Amount(whole: Int64(amount)),
            occurredAt: moment
        )
        let isAllowed = goals[place].earliestDay <= day && !isFrozen
        if let made = try await attempt(call, isAllowed: isAllowed) {
            #expect(made.localDay == CivilDate(number: day), self.place)
            goals[place].entries.append(PlainGoal.Entry(id: made.id, day: day, amount: amount))
            count(place, day)
        }
        try await settle()
    }

    private mutating func count(_ place: Int, _ day: Int) {
        goals[place].count(day, totals: greatest, today: days.today, at: now)
    }

    /// Changes an entry, or removes it.
    private mutating func correct() async throws {
        guard let place = someGoal({ !$0.isOver && !$0.entries.isEmpty }) else { return }
        let goal = goals[place]
        // Mostly one of the last.
        let index = max(0, goal.entries.count - 1 - (roll(3) > 0 ? roll(2) : roll(20)))
        let entry = goal.entries[index]
        let isAllowed = goal.isOnce || goal.openPeriod(with: entry.day, at: now) != nil
        if roll(2) == 0 {
            let amount = goal.readsTotals ? (1 + roll(9)) * 1_000 : 1 + roll(9)
            let call = ChangeGoalEntry(
                goal: goal.id,
                entry: entry.id,
                amount: Amount(whole: Int64(amount))
            )
            if try await attempt(call, isAllowed: isAllowed) != nil {
                goals[place].entries[index].amount = amount
                count(place, entry.day)
            }
        } else {
            let call = RemoveGoalEntry(goal: goal.id, entry: entry.id)
            if try await attempt(call, isAllowed: isAllowed) != nil {
                goals[place].entries.remove(at: index)
                count(place, entry.day)
            }
        }
        try await settle()
    }

    /// A source says what it read, for which all goals with the metric are counted again.
    private mutating func measure() async throws {
        let day = days.today + 1 - (roll(3) > 0 ? 1 : roll(5))
        let source = ["phone", "watch", "scale"][roll(3)]
        let amount = roll(13) * 1_000
        let readAt = now - .hours(roll(3))
        let freezesAt = freezes[day] ?? days.end(of: day).map { Instant(hour: $0 + 48) }
        let call = PutHealthDay(
            metric: .steps,
            day: CivilDate(number: day),
            amount: Amount(whole: Int64(amount)),
            source: source,
            observedAt: readAt,
            isManual: roll(4) == 0
        )
        let isAllowed = day <= days.today && freezesAt.map { now < $0 } ?? true
        if let shown = try await attempt(call, isAllowed: isAllowed) {
            freezes[day] = shown.freezesAt
            let before = totals[day]?[source]
            if before.map({ $0.readAt < readAt }) ?? true {
                totals[day, default: [:]][source] = (amount, readAt)
            }
            for place in goals.indices where goals[place].readsTotals { count(place, day) }
        }
        try await settle()
    }

    private mutating func mark() async throws {
        guard let place = someGoal({ !$0.isOver && $0.target == nil }) else { return }
        let goal = goals[place]
        let isDone = roll(3) > 0
        if goal.isOnce {
            let call = CompleteGoal(goal: goal.id, isDone: isDone)
            if try await attempt(call, isAllowed: true) != nil, isDone {
                goals[place].state = .completed
                goals[place].metAt = now
            }
        } else {
            let day = roll(3) == 0 ? nil : days.today - roll(4)
            let period = day.map { goal.openPeriod(with: $0, at: now) } ?? goal.present
            let call = CompleteGoal(
                goal: goal.id,
                day: day.map { CivilDate(number: $0) },
                isDone: isDone
            )
            if try await attempt(call, isAllowed: period != nil) != nil, let period {
                goals[place].mark(period, isDone, at: now)
            }
        }
        try await settle()
    }

    private mutating func change() async throws {
        guard let place = someGoal({ !$0.isOver }) else { return }
        let goal = goals[place]
        let target = goal.target == nil || roll(2) == 0 ? nil : someTarget(goal.readsTotals)
        let lastDay = roll(4) == 0 ? days.today + roll(20) : nil
        let rests = goal.recurrence == .daily && roll(2) == 0 ? someWeekdays() : nil
        let call = ChangeGoal(
            goal: goal.id,
            target: target.map { Amount(whole: Int64($0)) },
            lastDay: lastDay.map { CivilDate(number: $0) },
            restWeekdays: rests?.sorted()
        )
        if try await attempt(call, isAllowed: true) != nil {
            if goal.metAt != nil { goals[place].changes += 1 }
            if let rests { goals[place].restWeekdays = rests }
            if let lastDay { goals[place].setLastDay(lastDay) }
            if let target, goal.isOnce {
                goals[place].target = target
                goals[place].reachOnce(at: now)
            } else if let target {
                goals[place].nextTarget = target == goal.target ? nil : target
            }
        }
        try await settle()
    }

    /// Pauses, resumes or gives up. What is over stays as it is.
    private mutating func move() async throws {
        guard let place = someGoal() else { return }
        let goal = goals[place]
        switch roll(7) {
        case ..<3:
            if try await attempt(PauseGoal(goal: goal.id), isAllowed: !goal.isOver) != nil {
                goals[place].state = .paused
            }
        case ..<6:
            if try await attempt(ResumeGoal(goal: goal.id), isAllowed: !goal.isOver) != nil {
                goals[place].state = .active
            }
        default:
            let isAllowed = !goal.isOver || goal.state == .abandoned
            if try await attempt(AbandonGoal(goal: goal.id), isAllowed: isAllowed) != nil,
                !goal.isOver
            {
                goals[place].giveUp(in: days.now)
            }
        }
        try await settle()
    }

    private mutating func delete() async throws {
        guard let place = someGoal() else { return }
        let id = goals[place].id
        if try await attempt(DeleteGoal(goal: id), isAllowed: true) != nil {
            goals.remove(at: place)
            deleted.append(id)
        }
        try await settle()
    }

    /// Another zone holds from the next midnight of the present one (2.9-zones).
    private mutating func travel() async throws {
        try await settle()
        let zones = days.move(to: roll(27) - 12)
        cardVersion += 1
        try await scene.tell(
            of: PersonCard(
                person: FakeIdentity.card(owner).person,
                version: cardVersion,
                zones: zones,
                standing: .active
            )
        )
        try await settle()
    }
}

extension GoalJourney {
    /// Remembers that a goal was shown as flagged.
    mutating func flag(_ place: Int) { goals[place].wasFlagged = true }
}
