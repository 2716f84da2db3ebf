import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import ScoringAPI
import Testing
import Values
import Wire

// What must hold after each step, once time has done what is due.
extension GoalJourney {
    /// Every goal, every list, what was told, and the rows are as the rules say.
    ///
    /// - Parameter isThorough: Whether goals are looked at that are over.
    /// - Throws: What a call throws.
    mutating func check(thoroughly isThorough: Bool = true) async throws {
        for index in goals.indices where isThorough || !goals[index].isOver {
            try await check(index)
        }
        try await checkLists()
        try await checkNews()
        try await checkRows()
    }

    /// A goal is as its rules say.
    private mutating func check(_ index: Int) async throws {
        let plain = goals[index]
        let goal = try await scene.ask(GetGoal(goal: plain.id), as: owner)
        #expect(goal.state == plain.state, place)
        #expect(goal.metAt == plain.metAt, place)
        // What was flagged once stays so; only a reached goal is.
        if plain.wasFlagged { #expect(goal.isFlagged, place) }
        if goal.isFlagged {
            #expect(plain.isOnce && goal.state == .completed, place)
            flag(index)
        }
        if !plain.isOver {
            #expect(goal.target == plain.target.map { Amount(whole: Int64($0)) }, place)
            #expect(goal.nextTarget == plain.nextTarget.map { Amount(whole: Int64($0)) }, place)
            let value = plain.present.map { plain.periods[$0].value } ?? plain.value
            #expect(goal.value == plain.target.map { _ in Amount(whole: Int64(value)) }, place)
        }
        #expect((goal.period != nil) == (plain.present != nil), place)
        let shown = try await periods(of: plain.id)
        if let present = goal.period { #expect(shown.last == present, place) }
        try check(shown, of: plain)
    }

    private mutating func check(_ shown: [GoalPeriod], of plain: PlainGoal) throws {
        // One follows the other, and only the last is open.
        for (one, next) in zip(shown, shown.dropFirst()) {
            #expect(next.startsOn == one.endsOn.advanced(by: 1), place)
            #expect(one.state != .open, place)
        }
        for period in shown {
            #expect((period.metAt != nil) == (period.state == .met), place)
            guard period.closesAt <= now else { continue }
            #expect(period.state != .open, place)
            // What has closed never changes.
            let before = closed[plain.id]?[period.startsOn]
            if let before { #expect(period == before, place) }
            closed[plain.id, default: [:]][period.startsOn] = period
        }
        // What comes of the days that are left when a goal is given up is not followed.
        let followed = plain.periods.count - (plain.wasGivenUp ? 1 : 0)
        #expect(shown.count == plain.periods.count, place)
        let expected = plain.periods.prefix(followed).map(\.line)
        #expect(shown.prefix(followed).map(\.line) == expected, place)
        if plain.wasGivenUp {
            #expect(shown.last.map { [.met, .rested].contains($0.state) } == true)
        }
        for (period, plain) in zip(shown, plain.periods.prefix(followed)) {
            if let closesAt = plain.closesAt { #expect(period.closesAt == closesAt, place) }
        }
    }

    /// All periods of a goal, the oldest first.
    private func periods(of goal: ChallengeID) async throws -> [GoalPeriod] {
        var periods: [GoalPeriod] = []
        var cursor: String?
        repeat {
            let call = ListPeriods(goal: goal, limit: 100, cursor: cursor)
            let page = try await scene.ask(call, as: owner)
            periods += page.items
            cursor = page.nextCursor
        } while cursor != nil
        return periods.reversed()
    }

    /// The lists agree with the states.
    private func checkLists() async throws {
        let open = Set(goals.filter { !$0.isOver }.map(\.id))
        let active = try await list(.active)
        #expect(active.count == Set(active).count, place)
        #expect(Set(active) == open, place)
        #expect(Set(try await list(.history)) == Set(goals.map(\.id)), place)
        let today = try await scene.ask(ListGoalsToday(limit: 100), as: owner)
        let running = Set(goals.filter { $0.state == .active }.map(\.id))
        #expect(Set(today.items.map(\.goal)) == running, place)
        let home = try await scene.ask(GetHome(limit: 100), as: owner)
        #expect(Set(home.items.compactMap(\.goal?.id)) == open, place)
        #expect(home.items.count == open.count, place)
    }

    private func list(_ selection: ListGoals.Selection) async throws -> [ChallengeID] {
        var ids: [ChallengeID] = []
        var cursor: String?
        repeat {
            let call = ListGoals(list: selection, limit: 100, cursor: cursor)
            let page = try await scene.ask(call, as: owner)
            ids += page.items.map(\.id)
            cursor = page.nextCursor
        } while cursor != nil
        return ids
    }

    /// A goal that was reached is told of once: to its owner, and to scoring, which hears of each
    /// change afterwards.
    private func checkNews() async throws {
        let reached = try await scene.emitted(GoalReached.self)
        let told = try await scene.told(.goalReached)
        for goal in goals {
            let notices = told.filter { $0.challenge == goal.id }
            #expect(notices.map(\.at) == (goal.metAt.map { [$0] } ?? []), place)
            let events = reached.filter { $0.goal == goal.id }
            #expect(Set(events.map(\.at)) == Set(goal.metAt.map { [$0] } ?? []), place)
            #expect(events.count <= 1 + goal.changes, place)
        }
        for id in deleted {
            #expect(told.filter { $0.challenge == id }.count <= 1, place)
        }
    }

    /// What the rows say of each other.
    private func checkRows() async throws {
        let wrong = try await scene.database.one(
            """
            SELECT (SELECT count(*)
                    FROM goals FULL JOIN timers ON timers.subject = goals.challenge
                    WHERE timers.due_at IS DISTINCT FROM goals.ends_at),
                (SELECT count(*) FROM goals WHERE periods_met <> (
                    SELECT count(*) FROM periods
                    WHERE periods.challenge = goals.challenge AND periods.state = 'met')),
                (SELECT count(*) FROM periods WHERE challenge = ANY(\(deleted)))
                    + (SELECT count(*) FROM goal_entries WHERE challenge = ANY(\(deleted)))
            """
        ) { row in
            try [row.next(Int.self), row.next(), row.next()]
        }
        #expect(wrong == [0, 0, 0], place)
    }
}

extension GoalPeriod {
    /// What it is, on one line.
    fileprivate var line: String {
        let counted = value.map { "\($0)" } ?? "–"
        return "\(startsOn)–\(endsOn) \(state) \(counted) of \(target.map { "\($0)" } ?? "–")"
    }
}

extension PlainPeriod {
    fileprivate var line: String {
        GoalPeriod(
            startsOn: CivilDate(number: first),
            endsOn: CivilDate(number: last),
            state: state,
            value: target.map { _ in Amount(whole: Int64(value)) },
            target: target.map { Amount(whole: Int64($0)) },
            closesAt: Instant(hour: 0)
        ).line
    }
}
