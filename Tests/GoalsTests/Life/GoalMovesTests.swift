import ChallengesAPI
import ChallengesCore
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Goals

/// Every move of a goal in every state: what it leads to, and that everything else is refused
/// (2.4-goal).
struct GoalMovesTests {
    private let rules = GoalRules()
    private static let now = "2026-09-01T18:00:00Z"

    /// What differs between goals.
    enum Sort: CaseIterable {
        case marked, daily, counted, counting

        /// A goal of it, made on 1 September 2026.
        var life: GoalLife {
            switch self {
            case .marked: .sample(.once, target: nil)
            case .daily: .sample(.daily, target: nil)
            case .counted: .sample(.once)
            case .counting: .sample(.daily)
            }
        }

        /// Why a mark is refused where the goal may still change; `nil` where it is not.
        var markRefusal: ChallengesError? {
            self == .marked || self == .daily ? nil : .goalHasTarget
        }
    }

    @Test(arguments: Sort.allCases, GoalLife.State.allCases)
    func `an unfinished goal is paused, resumed and given up, and a finished one is not`(
        sort: Sort,
        state: GoalLife.State
    ) throws {
        let before = sort.life.in(state)
        let results: [(GoalLife.Move, [GoalLife.State: GoalLife.State])] = [
            (.pause, [.active: .paused, .paused: .paused]),
            (.resume, [.active: .active, .paused: .active]),
            (.abandon, [.active: .abandoned, .paused: .abandoned, .abandoned: .abandoned]),
        ]
        for (move, table) in results {
            var life = before
            guard let next = table[state] else {
                #expect(throws: ChallengesError.wrongState) {
                    try life.take(move, at: Self.now)
                }
                #expect(life == before)
                continue
            }
            try life.take(move, at: Self.now)
            #expect(life.state == next)
            // A repetition changes nothing.
            #expect(life.version == before.version + (next == state ? 0 : 1))
            if next == state { #expect(life == before) }
            #expect((life.closedAt != nil) == next.isOver)
            #expect((life.period != nil) == (!life.isOnce && !next.isOver))
        }
    }

    @Test(arguments: Sort.allCases, GoalLife.State.allCases)
    func `its owner is offered what changes something`(sort: Sort, state: GoalLife.State) {
        let life = sort.life.in(state)
        let mark: [GoalLife.Word] = sort.markRefusal == nil ? [.complete] : []
        let moves: [GoalLife.Word] =
            switch state {
            case .active: [.change, .delete, .pause, .abandon] + mark
            case .paused: [.change, .delete, .resume, .abandon] + mark
            case .completed, .expired, .abandoned: [.change, .delete]
            }
        #expect(life.words(for: .owner, at: .of(Self.now), under: rules) == moves)
    }

    @Test func `a mark is offered each day, and to take it back`() throws {
        var life = Sort.daily.life
        func isOffered(at moment: String) -> Bool {
            life.words(for: .owner, at: .of(moment), under: rules).contains(.complete)
        }
        #expect(isOffered(at: Self.now))
        try life.take(.complete(true), at: Self.now)
        #expect(isOffered(at: Self.now))
        try life.take(.complete(false), at: Self.now)
        #expect(isOffered(at: Self.now))
        #expect(isOffered(at: "2026-09-02T08:00:00Z"))
    }

    @Test(arguments: [GoalLife.State.expired, .abandoned])
    func `what was not reached in time is counted, and not reached any more`(
        state: GoalLife.State
    ) throws {
        var life = Sort.counted.life.in(state)
        let line = try life.take(.count(.of("12")), at: .of(Self.now), under: rules)
        #expect(line.then.isEmpty)
        #expect(life.state == state)
        #expect(life.value == .of("12"))
        #expect(life.metAt == nil)
        #expect(!life.isFlagged)
    }

    // Marks.

    @Test func `a goal without a target that is reached once is over when it is marked`() throws {
        for state in [GoalLife.State.active, .paused] {
            var life = Sort.marked.life.in(state)
            let line = try life.take(.complete(true), at: .of(Self.now), under: rules)
            #expect(life.state == .completed)
            #expect(life.metAt == .of(Self.now))
            #expect(life.closedAt == .of(Self.now))
            #expect(line.then == [.tell([.owner], .goalReached), .effect(.reached)])
        }
    }

    @Test func `what was reached once is not marked twice, nor taken back`() throws {
        var life = Sort.marked.life
        // There is nothing yet to take back.
        try life.take(.complete(false), at: Self.now)
        #expect(life == Sort.marked.life)
        try life.take(.complete(true), at: Self.now)
        let done = life
        let line = try life.take(.complete(true), at: .of("2026-09-03T00:00:00Z"), under: rules)
        #expect(life == done)
        #expect(line.then.isEmpty)
        #expect(throws: ChallengesError.wrongState) {
            try life.take(.complete(false), at: Self.now)
        }
        #expect(life == done)
    }

    @Test func `of a goal that recurs its period is marked, and the first time told`() throws {
        var life = Sort.daily.life
        let first = try life.take(.complete(true), at: .of(Self.now), under: rules)
        #expect(life.state == .active)
        #expect(life.period?.state == .met)
        #expect(life.period?.metAt == .of(Self.now))
        #expect(life.periodsMet == 1)
        #expect(life.metAt == .of(Self.now))
        #expect(
            first.then == [
                .effect(.storePeriod), .tell([.owner], .goalReached), .effect(.reached),
            ]
        )
        let marked = life
        try life.take(.complete(true), at: "2026-09-01T19:00:00Z")
        #expect(life == marked)
        let back = try life.take(.complete(false), at: .of(Self.now), under: rules)
        #expect(back.then == [.effect(.storePeriod)])
        #expect(life.period?.state == .open)
        #expect(life.period?.metAt == nil)
        #expect(life.periodsMet == 0)
        // That it was reached before stays.
        #expect(life.metAt == .of(Self.now))
        let again = try life.take(.complete(true), at: .of("2026-09-01T20:00:00Z"), under: rules)
        #expect(again.then == [.effect(.storePeriod)])
        #expect(life.period?.metAt == .of("2026-09-01T20:00:00Z"))
        #expect(life.metAt == .of(Self.now))
        #expect(life.periodsMet == 1)
    }

    @Test func `a mark that is taken back before there is one tells nobody`() throws {
        var life = Sort.daily.life
        let line = try life.take(.complete(false), at: .of(Self.now), under: rules)
        #expect(line.then == [.effect(.storePeriod)])
        #expect(life == Sort.daily.life)
        #expect(life.metAt == nil)
    }

    @Test(arguments: Sort.allCases, GoalLife.State.allCases)
    func `a mark is refused where a target decides, and where the goal is over`(
        sort: Sort,
        state: GoalLife.State
    ) {
        let before = sort.life.in(state)
        for isDone in [true, false] {
            var life = before
            var refusal: ChallengesError?
            do throws(ChallengesError) {
                try life.take(.complete(isDone), at: .of(Self.now), under: rules)
            } catch {
                refusal = error
            }
            switch state {
            case .active, .paused: #expect(refusal == sort.markRefusal)
            case .completed where sort == .marked && isDone: #expect(refusal == nil)
            case .completed where sort.markRefusal != nil: #expect(refusal == .goalHasTarget)
            case .completed, .expired, .abandoned: #expect(refusal == .wrongState)
            }
            if refusal != nil { #expect(life == before) }
        }
    }

    // What is counted.

    @Test(arguments: [("9.999999", false), ("10", true), ("10.000001", true)])
    func `a goal that is reached once is over from its target on`(
        value: String,
        isReached: Bool
    ) throws {
        for state in [GoalLife.State.active, .paused] {
            var life = Sort.counted.life.in(state)
            let line = try life.take(.count(.of(value)), at: .of(Self.now), under: rules)
            #expect(life.value == .of(value))
            #expect(life.state == (isReached ? .completed : state))
            #expect(life.metAt == (isReached ? .of(Self.now) : nil))
            #expect(life.closedAt == life.metAt)
            #expect(life.isReached == isReached)
            #expect(!life.isFlagged)
            #expect(line.then.contains(.effect(.reached)) == isReached)
            #expect(line.then.contains(.tell([.owner], .goalReached)) == isReached)
        }
    }

    @Test func `once reached it stays reached, and is flagged where less is left`() throws {
        var life = Sort.counted.life
        try life.take(.count(.of("10")), at: Self.now)
        let closed = life.closedAt
        try life.take(.count(.of("12")), at: "2026-09-02T00:00:00Z")
        #expect(!life.isFlagged)
        try life.take(.count(.of("10")), at: "2026-09-02T00:00:00Z")
        #expect(!life.isFlagged)
        let line = try life.take(.count(.of("9")), at: .of("2026-09-02T01:00:00Z"), under: rules)
        #expect(line.then.isEmpty)
        #expect(life.state == .completed)
        #expect(life.isFlagged)
        #expect(life.value == .of("9"))
        #expect(life.metAt == .of(Self.now))
        #expect(life.closedAt == closed)
        // That it was short stays known.
        try life.take(.count(.of("11")), at: "2026-09-02T02:00:00Z")
        #expect(life.isFlagged)
    }

    @Test func `a period is met from its target on, and no longer below it`() throws {
        var life = Sort.counting.life
        try life.take(.count(.of("9.999999")), at: "2026-09-01T08:00:00Z")
        #expect(life.period?.state == .open)
        #expect(life.periodsMet == 0)
        #expect(life.metAt == nil)
        let met = try life.take(.count(.of("10")), at: .of("2026-09-01T09:00:00Z"), under: rules)
        #expect(met.then.contains(.effect(.reached)))
        #expect(life.state == .active)
        #expect(life.period?.state == .met)
        #expect(life.periodsMet == 1)
        #expect(life.value == .zero)
        let more = try life.take(.count(.of("11")), at: .of("2026-09-01T10:00:00Z"), under: rules)
        #expect(more.then == [.effect(.storePeriod)])
        #expect(life.periodsMet == 1)
        try life.take(.count(.of("4")), at: "2026-09-01T11:00:00Z")
        #expect(life.period?.state == .open)
        #expect(life.period?.value == .of("4"))
        #expect(life.periodsMet == 0)
        #expect(!life.isFlagged)
        let again = try life.take(.count(.of("10")), at: .of("2026-09-01T12:00:00Z"), under: rules)
        // It was reached before: nobody is told twice.
        #expect(again.then == [.effect(.storePeriod)])
        #expect(life.metAt == .of("2026-09-01T09:00:00Z"))
    }

    @Test func `a period that ended is corrected, and the first that is met is told`() throws {
        var life = Sort.counting.life
        let first = try life.take(
            .correct(isMet: true),
            at: .of("2026-09-01T08:00:00Z"),
            under: rules
        )
        #expect(first.then == [.tell([.owner], .goalReached), .effect(.reached)])
        #expect(life.periodsMet == 1)
        #expect(life.metAt == .of("2026-09-01T08:00:00Z"))
        let next = try life.take(.correct(isMet: true), at: .of(Self.now), under: rules)
        #expect(next.then.isEmpty)
        #expect(life.periodsMet == 2)
        let back = try life.take(.correct(isMet: false), at: .of(Self.now), under: rules)
        #expect(back.then.isEmpty)
        #expect(life.periodsMet == 1)
        #expect(life.metAt == .of("2026-09-01T08:00:00Z"))
        #expect(life.version == 4)
    }

    @Test(arguments: [GoalLife.State.completed, .expired, .abandoned])
    func `what is over stays what it is, whatever is corrected`(state: GoalLife.State) throws {
        var life = Sort.counting.life.in(state)
        let before = life
        let line = try life.take(.correct(isMet: true), at: .of(Self.now), under: rules)
        #expect(line.then.isEmpty)
        #expect(life.state == state)
        #expect(life.periodsMet == 1)
        #expect(life.metAt == before.metAt)
        #expect(life.version == before.version + 1)
    }

    // Time.

    @Test func `a period ends with its day, not before, and the next one is open`() throws {
        var life = Sort.counting.life
        #expect(life.endsAt == .of("2026-09-02T00:00:00Z"))
        #expect(life.pass(to: .of("2026-09-02T00:00:00Z") - .tick, under: rules) == nil)
        let ended = life.pass(to: "2026-09-02T00:00:00Z")
        #expect(ended.map(\.line) == ["2026-09-01 missed"])
        #expect(life.period?.days == DaySpan(.of("2026-09-02"), .of("2026-09-02")))
        #expect(life.period?.state == .open)
        #expect(life.period?.value == .zero)
        #expect(life.version == 2)
        #expect(life.pass(to: "2026-09-02T23:59:59Z").isEmpty)
    }

    @Test func `each day that passed while nobody looked ends once, at its own end`() {
        var life = Sort.counting.life
        let ended = life.pass(to: "2026-09-05T07:00:00Z")
        #expect(
            ended.map(\.line) == [
                "2026-09-01 missed", "2026-09-02 missed", "2026-09-03 missed",
                "2026-09-04 missed",
            ]
        )
        #expect(life.period?.days.first == .of("2026-09-05"))
        #expect(life.version == 5)
        #expect(life.pass(to: "2026-09-05T07:00:00Z").isEmpty)
    }

    @Test func `a period that was met ends as met, on a day of rest and in a pause too`() throws {
        for state in [GoalLife.State.active, .paused] {
            var life = GoalLife.sample(resting: [2, 3]).in(state)
            try life.take(.count(.of("10")), at: Self.now)
            let ended = life.pass(to: "2026-09-04T00:00:00Z")
            #expect(
                ended.map(\.line) == [
                    "2026-09-01 met", "2026-09-02 rested",
                    state == .paused ? "2026-09-03 rested" : "2026-09-03 missed",
                ]
            )
        }
    }

    @Test func `what ends in a pause rests; resumed before its end, it is missed`() throws {
        var life = Sort.counting.life
        try life.take(.pause, at: "2026-09-01T23:59:59Z")
        #expect(life.pass(to: "2026-09-02T00:00:00Z").map(\.line) == ["2026-09-01 rested"])
        try life.take(.resume, at: "2026-09-02T23:59:59Z")
        #expect(life.pass(to: "2026-09-03T00:00:00Z").map(\.line) == ["2026-09-02 missed"])
    }

    @Test func `given up, its period rests unless it was met`() throws {
        let end = Instant.of("2026-09-01T18:00:00Z")
        var life = Sort.counting.life
        #expect(life.endedPeriod(at: end, givingUp: true)?.state == .rested)
        #expect(life.endedPeriod(at: end, givingUp: false)?.state == .missed)
        try life.take(.count(.of("10")), at: "2026-09-01T17:00:00Z")
        #expect(life.endedPeriod(at: end, givingUp: true)?.state == .met)
        let line = try life.take(.abandon, at: end, under: rules)
        #expect(line.then == [.effect(.nextPeriod)])
        #expect(life.endsAt == nil)
        #expect(life.pass(to: "2027-01-01T00:00:00Z").isEmpty)
        #expect(Sort.counted.life.endedPeriod(at: end, givingUp: true) == nil)
    }

    @Test func `after its last day it is completed if a period was met, else expired`() throws {
        var life = GoalLife.sample(until: "2026-09-02")
        var other = life
        try life.take(.count(.of("10")), at: Self.now)
        #expect(life.pass(to: "2026-09-02T23:59:59Z").map(\.line) == ["2026-09-01 met"])
        #expect(life.state == .active)
        for end in ["2026-09-03T00:00:00Z", "2026-09-09T00:00:00Z"] {
            var late = life
            #expect(late.pass(to: end).map(\.line) == ["2026-09-02 missed"])
            #expect(late.state == .completed)
            #expect(late.closedAt == .of("2026-09-03T00:00:00Z"))
            #expect(late.period == nil)
            #expect(late.endsAt == nil)
        }
        other.pass(to: "2026-09-03T00:00:00Z")
        #expect(other.state == .expired)
        #expect(other.closedAt == .of("2026-09-03T00:00:00Z"))
        #expect(other.metAt == nil)
    }

    @Test func `met on its last day alone it is completed, and in a pause too`() throws {
        for state in [GoalLife.State.active, .paused] {
            var life = GoalLife.sample(until: "2026-09-01").in(state)
            try life.take(.count(.of("10")), at: Self.now)
            #expect(life.pass(to: "2026-09-02T00:00:00Z").map(\.line) == ["2026-09-01 met"])
            #expect(life.state == .completed)
        }
    }

    @Test func `a mark that was taken back does not complete it`() throws {
        var life = GoalLife.sample(target: nil, until: "2026-09-01")
        try life.take(.complete(true), at: Self.now)
        try life.take(.complete(false), at: Self.now)
        life.pass(to: "2026-09-02T00:00:00Z")
        #expect(life.state == .expired)
    }

    @Test func `a goal that is reached once expires after its last day`() throws {
        for state in [GoalLife.State.active, .paused] {
            var life = GoalLife.sample(.once, until: "2026-09-02").in(state)
            try life.take(.count(.of("9")), at: Self.now)
            #expect(life.endsAt == .of("2026-09-03T00:00:00Z"))
            #expect(life.pass(to: .of("2026-09-03T00:00:00Z") - .tick, under: rules) == nil)
            life.pass(to: "2026-09-04T00:00:00Z")
            #expect(life.state == .expired)
            #expect(life.closedAt == .of("2026-09-03T00:00:00Z"))
        }
        var endless = Sort.counted.life
        #expect(endless.endsAt == nil)
        #expect(endless.pass(to: "2036-01-01T00:00:00Z").isEmpty)
        #expect(endless.state == .active)
    }

    // Changes.

    private func change(
        target: String? = nil,
        resting restWeekdays: Set<Int> = [],
        until last: String? = nil
    ) -> GoalLife.Move {
        .change(
            GoalChange(
                target: target.map { .of($0) },
                restWeekdays: restWeekdays,
                lastDay: last.map { .of($0) }
            )
        )
    }

    @Test func `a new target holds from the next period on`() throws {
        var life = Sort.counting.life
        try life.take(.count(.of("6")), at: Self.now)
        try life.take(change(target: "5"), at: Self.now)
        #expect(life.target == .of("10"))
        #expect(life.nextTarget == .of("5"))
        #expect(life.period?.target == .of("10"))
        #expect(life.period?.state == .open)
        #expect(life.pass(to: "2026-09-02T00:00:00Z").map(\.line) == ["2026-09-01 missed"])
        #expect(life.target == .of("5"))
        #expect(life.nextTarget == nil)
        #expect(life.period?.target == .of("5"))
        life.pass(to: "2026-09-03T00:00:00Z")
        #expect(life.period?.target == .of("5"))
    }

    @Test func `changed back, the present target stays`() throws {
        var life = Sort.counting.life
        try life.take(change(target: "5"), at: Self.now)
        try life.take(change(target: "10"), at: Self.now)
        #expect(life.nextTarget == nil)
        life.pass(to: "2026-09-02T00:00:00Z")
        #expect(life.period?.target == .of("10"))
        // What is changed besides leaves it alone.
        try life.take(change(target: "5"), at: "2026-09-02T01:00:00Z")
        try life.take(change(resting: [1]), at: "2026-09-02T02:00:00Z")
        #expect(life.nextTarget == .of("5"))
    }

    @Test func `of a goal that is reached once a new target holds at once`() throws {
        var life = Sort.counted.life
        try life.take(change(target: "5"), at: Self.now)
        #expect(life.target == .of("5"))
        #expect(life.nextTarget == nil)
        #expect(life.state == .active)
    }

    @Test func `a last day shortens the present period, and a later one makes it longer`() throws {
        var life = GoalLife.sample(.weekly)
        try life.take(.count(.of("12")), at: Self.now)
        let met = life.period
        try life.take(change(until: "2026-09-03"), at: Self.now)
        #expect(life.period?.days == DaySpan(.of("2026-08-31"), .of("2026-09-03")))
        #expect(life.endsAt == .of("2026-09-04T00:00:00Z"))
        #expect(life.period?.state == .met)
        #expect(life.period?.metAt == met?.metAt)
        #expect(life.period?.value == .of("12"))
        try life.take(change(until: "2026-09-30"), at: Self.now)
        #expect(life.period == met)
        #expect(life.endsAt == .of("2026-09-07T00:00:00Z"))
    }

    @Test func `days of rest hold at once`() throws {
        var life = Sort.counting.life
        try life.take(change(resting: [2, 4]), at: Self.now)
        #expect(
            life.pass(to: "2026-09-04T00:00:00Z").map(\.line) == [
                "2026-09-01 rested", "2026-09-02 missed", "2026-09-03 rested",
            ]
        )
    }

    @Test(arguments: GoalLife.State.allCases)
    func `a change raises the version in every state, whatever it changes`(
        state: GoalLife.State
    ) throws {
        let before = Sort.counting.life.in(state)
        var life = before
        let line = try life.take(change(), at: .of(Self.now), under: rules)
        #expect(life.version == before.version + 1)
        #expect(life.state == state)
        #expect(line.then == [.effect(.storePeriod), .effect(.changed)])
    }
}
