import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

// The clock of a scene begins on Tuesday, 14 November 2023, at 22:13:20 UTC.
extension Scene {
    /// Ana makes a goal of ten pages, reached once unless the call is changed.
    @discardableResult
    func set(
        as user: UserID? = nil,
        key: String? = nil,
        _ change: (inout CreateGoal) -> Void = { _ in }
    ) async throws -> Goal {
        var call = CreateGoal(name: "Read", unit: "pages", target: .of("10"))
        change(&call)
        return try await ask(call, as: user ?? ana, key: key)
    }

    /// Ana makes a goal of ten pages that recurs.
    @discardableResult
    func set(
        _ recurrence: Goal.Recurrence,
        until last: String? = nil,
        resting restWeekdays: [Int]? = nil
    ) async throws -> Goal {
        try await set { call in
            call.recurrence = recurrence
            call.lastDay = last.map { .of($0) }
            call.restWeekdays = restWeekdays
        }
    }

    /// Ana makes a goal without a target.
    func setMark(
        _ recurrence: Goal.Recurrence = .once,
        until last: String? = nil
    ) async throws -> Goal {
        try await set { call in
            (call.name, call.unit, call.target) = ("Walk backwards", nil, nil)
            call.recurrence = recurrence
            call.lastDay = last.map { .of($0) }
        }
    }

    /// Ana has goals that are over, one in each such state: reached, expired and given up. The day
    /// of the scene's beginning is over then.
    func setOver() async throws -> [Goal] {
        let reached = try await setMark()
        try await mark(reached.id)
        let expired = try await setMark(until: "2023-11-14")
        let abandoned = try await set()
        _ = try await ask(AbandonGoal(goal: abandoned.id), as: ana)
        try await come("2023-11-15T00:00:00Z")
        var goals: [Goal] = []
        for made in [reached, expired, abandoned] { goals.append(try await goal(made.id)) }
        #expect(goals.map(\.state) == [.completed, .expired, .abandoned])
        return goals
    }

    /// Ana makes a goal of steps.
    func setSteps(
        _ target: String = "10000",
        _ recurrence: Goal.Recurrence = .once,
        _ change: (inout CreateGoal) -> Void = { _ in }
    ) async throws -> Goal {
        try await set { call in
            (call.name, call.unit, call.target) = ("Walk 10K steps", nil, .of(target))
            (call.metric, call.recurrence) = (.steps, recurrence)
            change(&call)
        }
    }

    /// A goal as a user sees it, Ana unless another is named.
    func goal(_ id: ChallengeID, as user: UserID? = nil) async throws -> Goal {
        try await ask(GetGoal(goal: id), as: user ?? ana)
    }

    /// Ana logs pages.
    @discardableResult
    func log(
        _ amount: String,
        for goal: ChallengeID,
        at moment: Instant? = nil,
        note: String? = nil
    ) async throws -> GoalEntry {
        let call = AddGoalEntry(
            goal: goal,
            amount: .of(amount),
            occurredAt: moment,
            note: note
        )
        return try await ask(call, as: ana)
    }

    /// Ana marks a day of a goal as done, or takes that back.
    @discardableResult
    func mark(
        _ goal: ChallengeID,
        on day: String? = nil,
        _ isDone: Bool? = nil
    ) async throws -> Goal {
        let call = CompleteGoal(goal: goal, day: day.map { .of($0) }, isDone: isDone)
        return try await ask(call, as: ana)
    }

    /// A source says how many steps Ana made on a day, a moment after what was said before.
    func walk(
        _ amount: String,
        on day: String = "2023-11-14",
        from source: String = "phone"
    ) async throws {
        clock.advance(by: .seconds(1))
        let call = PutHealthDay(
            metric: .steps,
            day: .of(day),
            amount: .of(amount),
            source: source,
            observedAt: clock.now
        )
        _ = try await ask(call, as: ana)
    }

    /// Sets the clock.
    func turn(to moment: String) {
        clock.advance(by: .of(moment) - clock.now)
    }

    /// Sets the clock, and lets the timers fire.
    @discardableResult
    func come(_ moment: String) async throws -> Int {
        turn(to: moment)
        return try await fireDue()
    }

    /// The periods of a goal, the oldest first: the first day, the state and, where it is shown,
    /// the value.
    func periods(of goal: ChallengeID, as user: UserID? = nil) async throws -> [String] {
        let page = try await ask(ListPeriods(goal: goal, limit: 100), as: user ?? ana)
        return page.items.reversed().map { period in
            let value = period.value.map { " \($0)" } ?? ""
            return "\(period.startsOn) \(period.state.rawValue)\(value)"
        }
    }

    /// Identity reports where Ana is.
    func move(_ zones: [ZoneChange], version: Int64 = 2) async throws {
        let person = FakeIdentity.card(ana).person
        try await tell(
            of: PersonCard(person: person, version: version, zones: zones, standing: .active)
        )
    }

    /// Ana lives in a time zone.
    func live(in zone: String) async throws {
        try await move([ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: zone)])
    }

    /// How many rows of a goal there are: of itself, of what it is about, of its periods, of its
    /// entries, and its timers.
    func goalRows(of goal: ChallengeID) async throws -> [Int] {
        try await database.one(
            """
            SELECT (SELECT count(*) FROM goals WHERE challenge = \(goal)),
                (SELECT count(*) FROM challenges WHERE id = \(goal)),
                (SELECT count(*) FROM periods WHERE challenge = \(goal)),
                (SELECT count(*) FROM goal_entries WHERE challenge = \(goal)),
                (SELECT count(*) FROM timers WHERE subject = \(goal.uuid))
            """
        ) { row in
            try [row.next(), row.next(), row.next(), row.next(), row.next()]
        }
    }
}

extension Fault {
    /// The goal that came with a refusal.
    var goal: Goal? {
        current.flatMap { try? WireDecoder().decode(Goal.self, from: $0) }
    }

    /// The entry of a goal that came with a refusal.
    var goalEntry: GoalEntry? {
        current.flatMap { try? WireDecoder().decode(GoalEntry.self, from: $0) }
    }
}
