import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// When time moves a contest, and how far.
struct ContestTimesTests {
    private let rules = ContestRules()

    @Test func `time starts, ends and completes it, each as of its own moment`() {
        var life = ContestLife.in(.scheduled)
        let start = Instant.noon + .days(1)
        let moments: [(Instant, ContestLife.State)] = [
            (start, .active), (ContestLife.end - .hours(24), .active),
            (ContestLife.end, .settling), (ContestLife.settled, .completed),
        ]
        for (moment, state) in moments {
            #expect(life.dueAt(rules) == moment)
            let early = life.pass(to: moment - .tick, under: rules)
            #expect(early == nil)
            let line = life.pass(to: moment, under: rules)
            #expect(line != nil)
            #expect(life.state == state)
        }
        #expect(life.dueAt(rules) == nil)
        #expect(life.settlesAt == ContestLife.settled)
        #expect(life.closedAt == ContestLife.settled)
        #expect(life.toldUntil == ContestLife.end - .hours(24))
        // The notice is no change that its people see.
        #expect(life.version == 4)
    }

    @Test func `what was missed is made up for step by step, as if nothing had been missed`() {
        var punctual = ContestLife.in(.scheduled)
        while let due = punctual.dueAt(rules) { punctual.pass(to: due, under: rules) }
        var late = ContestLife.in(.scheduled)
        let now = ContestLife.settled + .days(100)
        var moments: [Instant?] = []
        while let moment = late.nextStep(by: now, under: rules) {
            moments.append(moment)
            late.pass(to: now, under: rules)
        }
        #expect(late == punctual)
        #expect(
            moments == [
                .noon + .days(1), ContestLife.end - .hours(24), ContestLife.end,
                ContestLife.settled,
            ]
        )
    }

    @Test(arguments: ContestLife.State.allCases, [Duration.seconds(0), .hours(24), .days(20)])
    func `once time has had its turn nothing is due`(
        state: ContestLife.State,
        notice: Duration
    ) {
        let rules = ContestRules(contestNotice: notice)
        for days in [nil, ContestLife.end, ContestLife.settled + .hours(2)] {
            for hours in stride(from: -24, to: 24 * 20, by: 5) {
                let now = Instant.noon + .hours(hours)
                var life = ContestLife.in(state)
                life.daysEndAt = days
                var steps = 0
                while life.pass(to: now, under: rules) != nil { steps += 1 }
                #expect(steps <= 5)
                #expect(life.dueAt(rules).map { $0 > now } ?? true)
            }
        }
    }

    @Test(arguments: [
        (Duration.hours(24), 0), (.hours(24) + .tick, 1), (.days(10), 1), (.hours(1), 0),
    ])
    func `the notice before its end is given where more time than that was left`(
        length: Duration,
        count: Int
    ) {
        var life = ContestLife.in(.scheduled)
        life.endsAt = .noon + .days(1) + length
        #expect(notices(of: &life) == count)
        #expect(life.state == .completed)
        // So it is where it was published after its start.
        var late = ContestLife.in(.active)
        late.startsAt = .noon - .days(3)
        late.publishedAt = .noon
        late.endsAt = .noon + length
        #expect(notices(of: &late) == count)
    }

    /// Lets time pass to the end; how many notices came.
    private func notices(of life: inout ContestLife) -> Int {
        var count = 0
        while let due = life.dueAt(rules) {
            if let line = life.pass(to: due, under: rules), !line.isVisible {
                #expect(line.then == [.tell([.joined], .contestEnding)])
                count += 1
            }
        }
        return count
    }

    @Test func `an end that moves is told of again, where that much time is left`() {
        var life = ContestLife.in(.active)
        life.pass(to: ContestLife.end - .hours(24), under: rules)
        #expect(life.dueAt(rules) == ContestLife.end)
        life.endsAt = ContestLife.end + .hours(1)
        #expect(life.dueAt(rules) == ContestLife.end - .hours(23))
        life.pass(to: ContestLife.end - .hours(23), under: rules)
        #expect(life.dueAt(rules) == ContestLife.end + .hours(1))
    }

    @Test(arguments: [
        (Duration.hours(24), 0), (.hours(24) + .tick, 1), (.hours(5), 0), (.days(3), 1),
    ])
    func `the notice of an end that moved is given where more time than that was left then`(
        left: Duration,
        count: Int
    ) throws {
        // An hour before the end, whose notice was not due; and a day before, when it was given.
        for (length, isTold) in [(Duration.hours(2), false), (.days(2), true)] {
            var life = ContestLife.in(.active)
            let end = Instant.noon + length
            life.endsAt = end
            let now = isTold ? end - .hours(24) : end - .hours(1)
            while life.pass(to: now, under: rules) != nil {}
            let times = ContestTimes(
                startsAt: life.startsAt,
                endsAt: now + left,
                wholeDays: false
            )
            try life.take(.change(times), at: now, under: rules)
            #expect(notices(of: &life) == count)
        }
    }

    @Test func `a change that moves no end, or one before the start, delays no notice`() throws {
        for state in [ContestLife.State.scheduled, .active] {
            var life = ContestLife.in(state)
            let now = Instant.noon + .hours(1)
            var times = life.times
            if state == .scheduled { times.endsAt = ContestLife.end + .hours(1) }
            try life.take(.change(times), at: now, under: rules)
            #expect(life.toldUntil == nil)
            #expect(notices(of: &life) == 1)
        }
    }

    @Test func `an end that its owner sets for today is told of to nobody`() throws {
        var life = ContestLife.in(.active)
        try life.take(.end(.noon + .hours(5)), at: .noon + .hours(1), under: rules)
        #expect(life.state == .active)
        #expect(notices(of: &life) == 0)
    }

    @Test func `one without an end never ends by time`() {
        var life = ContestLife.in(.active)
        life.endsAt = nil
        #expect(life.dueAt(rules) == nil)
        #expect(!life.hasEnded(at: .noon + .days(10_000)))
    }

    @Test(arguments: [ContestLife.State.draft, .completed, .cancelled])
    func `time does nothing to a draft, or to what is over`(state: ContestLife.State) {
        let before = ContestLife.in(state)
        var life = before
        let line = life.pass(to: .noon + .days(1_000), under: rules)
        #expect(line == nil)
        #expect(life == before)
    }

    @Test func `it has ended at its end, and from then on`() {
        let end = ContestLife.end
        #expect(!ContestLife.in(.active).hasEnded(at: end - .tick))
        #expect(ContestLife.in(.active).hasEnded(at: end))
        for state in [ContestLife.State.settling, .completed, .cancelled] {
            #expect(ContestLife.in(state).hasEnded(at: .noon))
        }
    }

    // Days (2.9-settling).

    @Test(arguments: [Duration.hours(-3), .hours(24), .hours(26)])
    func `it settles until its last day has ended for everyone`(days: Duration) {
        var life = ContestLife.in(.active)
        life.daysEndAt = ContestLife.end + days
        life.toldUntil = ContestLife.end - .hours(24)
        life.pass(to: ContestLife.end, under: rules)
        #expect(life.state == .settling)
        #expect(life.settlesAt == ContestLife.end + max(days, .hours(24)))
    }

    @Test func `a day that lasts longer than was thought is waited for`() {
        var life = ContestLife.in(.settling)
        life.daysEndAt = ContestLife.settled + .hours(2)
        life.pass(to: ContestLife.settled, under: rules)
        #expect(life.state == .settling)
        #expect(life.settlesAt == ContestLife.settled + .hours(2))
        #expect(life.version == 2)
        let early = life.pass(to: ContestLife.settled + .hours(2) - .tick, under: rules)
        #expect(early == nil)
        life.pass(to: ContestLife.settled + .hours(2), under: rules)
        #expect(life.state == .completed)
        #expect(life.closedAt == ContestLife.settled + .hours(2))
        // One that has ended changes nothing.
        var past = ContestLife.in(.settling)
        past.daysEndAt = ContestLife.settled
        past.pass(to: ContestLife.settled, under: rules)
        #expect(past.state == .completed)
    }
}
