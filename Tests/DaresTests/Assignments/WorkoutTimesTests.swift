import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// Every time limit of a workout, one tick before it and exactly at it, or at it and one tick
/// after. Time goes first, as it does in the service; notices before a deadline are apart.
struct WorkoutTimesTests {
    private let rules = DareRules(noticeBefore: [])
    private let end = AssignmentLife.end
    private let late = AssignmentLife.end + .days(7)

    // By the deadline.

    @Test func `it can be started until the deadline, however long that is`() throws {
        var life = AssignmentLife(kind: .workout, deadline: .noon + .days(30), sentAt: .noon)
        #expect(life.dueAt(rules) == .noon + .days(30) + .tick)
        try take(.start, of: &life, at: .noon + .days(30))
        #expect(life.state == .started)
        #expect(life.startedAt == .noon + .days(30))
        var tardy = AssignmentLife.workout(.sent)
        try take(.start, of: &tardy, at: end + .tick)
        #expect(tardy.state == .missed)
        #expect(tardy.startedAt == end + .tick)
    }

    @Test(arguments: [AssignmentLife.State.sent, .started])
    func `what is not completed by the deadline is missed`(state: AssignmentLife.State) {
        var life = AssignmentLife.workout(state)
        #expect(life.dueAt(rules) == end + .tick)
        life.pass(to: end, under: rules)
        #expect(life.state == state)
        life.pass(to: end + .tick, under: rules)
        #expect(life.state == .missed)
        #expect(life.closedAt == end + .tick)
        #expect(life.version == 2)
        #expect(life.dueAt(rules) == nil)
    }

    @Test func `completed at the deadline it is in time, and a moment later it is late`() throws {
        var early = AssignmentLife.workout(.started)
        try take(.complete(), of: &early, at: end)
        #expect(early.state == .completed)
        #expect(early.isInTime == true)
        #expect(early.points(for: .recipient, under: rules) == 100)
        #expect(early.points(for: .sender, under: rules) == 10)
        var tardy = AssignmentLife.workout(.started)
        try take(.complete(), of: &tardy, at: end + .tick)
        #expect(tardy.state == .completed)
        #expect(tardy.completedAt == end + .tick)
        #expect(tardy.isInTime == false)
        #expect(tardy.points(for: .recipient, under: rules) == nil)
        #expect(tardy.points(for: .sender, under: rules) == nil)
    }

    @Test func `submitted at the deadline it is in time, whenever it is approved`() throws {
        for (submitted, isInTime) in [(end, true), (end + .tick, false)] {
            var life = AssignmentLife.workout(.started, proof: .required)
            try take(.submit(), of: &life, at: submitted)
            #expect(life.state == .submitted)
            #expect(life.isSubmittedInTime == isInTime)
            try take(.approve, of: &life, at: end + .days(6))
            #expect(life.completedAt == submitted)
            #expect(life.isInTime == isInTime)
            #expect(life.points(for: .recipient, under: rules) == (isInTime ? 100 : nil))
        }
    }

    @Test func `a submission in time can be retracted until the deadline`() throws {
        var life = submittedInTime()
        let submitted = life
        try take(.retract, of: &life, at: end)
        #expect(life.state == .started)
        #expect(life.attempts == 1)
        #expect(life.closedAt == nil)
        #expect(life.dueAt(rules) == end + .tick)
        refuses(.deadlinePassed, .retract, to: submitted, at: end + .tick)
    }

    @Test func `another try after the deadline gets 24 more hours`() throws {
        var life = submittedInTime()
        let now = end + .tick
        refuses(.extraTimeNeeded, again(nil), to: life, at: now)
        refuses(.extraTimeNeeded, again(now + .hours(24) - .tick), to: life, at: now)
        refuses(.deadlineInvalid, again(now + .days(366) + .tick), to: life, at: now)
        try take(again(now + .hours(24)), of: &life, at: now)
        #expect(life.state == .started)
        #expect(life.deadline == now + .hours(24))
        try take(.submit(), of: &life, at: now + .hours(24))
        try take(.approve, of: &life, at: now + .hours(25))
        #expect(life.isInTime == true)
    }

    @Test func `one tick before the deadline another try needs no new one`() throws {
        var life = submittedInTime()
        refuses(.extraTimeNeeded, again(end - .tick), to: life, at: end - .tick)
        try take(again(nil), of: &life, at: end - .tick)
        #expect(life.state == .started)
        #expect(life.deadline == end)
    }

    // Late.

    @Test func `for 7 days a missed one can be started, and stays missed`() throws {
        var missed = AssignmentLife.workout(.sent)
        missed.pass(to: end + .tick, under: rules)
        var life = missed
        try take(.start, of: &life, at: late - .tick)
        #expect(life.state == .missed)
        #expect(life.startedAt == late - .tick)
        #expect(life.readAt == late - .tick)
        #expect(life.closedAt == end + .tick)
        #expect(life.version == missed.version + 1)
        refuses(.tooLate, .start, to: life, at: late)
        refuses(.tooLate, .start, to: missed, at: late)
        var again = missed
        try take(.start, of: &again, at: end + .days(1))
        let started = again
        try take(.start, of: &again, at: end + .days(2))
        #expect(again == started)
    }

    @Test func `for 7 days a missed one can be completed, once it is started`() throws {
        var missed = AssignmentLife.workout(.sent)
        missed.pass(to: end + .tick, under: rules)
        refuses(.notStarted, .complete(), to: missed, at: late - .tick)
        refuses(.tooLate, .complete(), to: missed, at: late)
        try take(.start, of: &missed, at: end + .days(1))
        refuses(.tooLate, .complete(), to: missed, at: late)
        try take(.complete(seconds: 5), of: &missed, at: late - .tick)
        #expect(missed.state == .completed)
        #expect(missed.completedAt == late - .tick)
        #expect(missed.closedAt == late - .tick)
        #expect(missed.isInTime == false)
        #expect(missed.isVerified == false)
        #expect(missed.result == 5)
    }

    @Test func `how long a missed one can be completed is a setting`() throws {
        let strict = DareRules(workoutLate: .seconds(5), noticeBefore: [])
        var life = AssignmentLife.workout(.missed)
        var tardy = life
        try life.take(.complete(), at: end + .seconds(5) - .tick, under: strict)
        #expect(life.state == .completed)
        #expect(throws: ChallengesError.tooLate) {
            try tardy.take(.complete(), at: end + .seconds(5), under: strict)
        }
    }

    @Test func `for 7 days a missed one can be submitted where proof is required`() throws {
        var missed = AssignmentLife.workout(.sent, proof: .required)
        missed.pass(to: end + .tick, under: rules)
        refuses(.notStarted, .submit(), to: missed, at: late - .tick)
        try take(.start, of: &missed, at: end + .days(1))
        refuses(.tooLate, .submit(), to: missed, at: late)
        try take(.submit(), of: &missed, at: late - .tick)
        #expect(missed.state == .submitted)
        #expect(missed.closedAt == nil)
        #expect(missed.dueAt(rules) == late - .tick + .days(7))
        var silent = missed
        silent.pass(to: late - .tick + .days(7), under: rules)
        #expect(silent.state == .completed)
        #expect(silent.completedAt == late - .tick)
        #expect(silent.isInTime == false)
        #expect(silent.isVerified == false)
    }

    @Test func `a late submission that is taken back or to be repeated is missed again`() throws {
        for move in [AssignmentLife.Move.retract, again(nil)] {
            let submitted = try submittedLate()
            var life = submitted
            try take(move, of: &life, at: late - .tick)
            #expect(life.state == .missed)
            #expect(life.closedAt == late - .tick)
            #expect(life.deadline == end)
            #expect(life.reason == nil)
            #expect(life.attempts == 1)
            #expect(life.dueAt(rules) == nil)
            refuses(.tooLate, move, to: submitted, at: late)
        }
    }

    @Test func `another try of a late submission takes no deadline`() throws {
        let submitted = try submittedLate()
        let deadline = end + .days(3)
        refuses(.tooLate, again(deadline), to: submitted, at: end + .days(2))
    }

    @Test func `a late submission can be judged after the 7 days`() throws {
        var rejected = try submittedLate()
        try take(.reject(reason: "No"), of: &rejected, at: late + .hours(1))
        #expect(rejected.state == .rejected)
        try take(.approve, of: &rejected, at: late + .hours(2))
        #expect(rejected.state == .completed)
        #expect(rejected.isInTime == false)
    }

    @Test func `a block ends a missed one while it could be completed`() throws {
        var life = AssignmentLife.workout(.missed)
        let missed = life
        try take(.block, of: &life, at: late - .tick)
        #expect(life.state == .void)
        refuses(.wrongState, .block, to: .workout(.completed), at: .noon)
        refuses(.tooLate, .block, to: missed, at: late)
    }

    // Of both.

    @Test func `after 7 days a silent sender counts as approving, unverified`() {
        var life = AssignmentLife.workout(.submitted, proof: .required)
        #expect(life.dueAt(rules) == .noon + .days(7))
        life.pass(to: .noon + .days(7) - .tick, under: rules)
        #expect(life.state == .submitted)
        life.pass(to: .noon + .days(7), under: rules)
        #expect(life.state == .completed)
        #expect(life.isVerified == false)
        #expect(life.completedAt == .noon)
        #expect(life.isInTime == true)
    }

    @Test func `a rejection can be changed for 7 days`() throws {
        var life = AssignmentLife.workout(.rejected, proof: .required)
        let rejected = life
        try take(.approve, of: &life, at: .noon + .days(7) - .tick)
        #expect(life.state == .completed)
        #expect(life.completedAt == .noon)
        #expect(life.isVerified == true)
        refuses(.tooLate, .approve, to: rejected, at: .noon + .days(7))
    }

    @Test(arguments: [AssignmentLife.State.started, .missed])
    func `the fifth submission is the last, late or not`(state: AssignmentLife.State) throws {
        var life = AssignmentLife.workout(state, proof: .required)
        let now = state == .missed ? end + .days(1) : .noon
        life.attempts = 5
        refuses(.attemptsUsedUp, .submit(), to: life, at: now)
        life.attempts = 4
        try take(.submit(), of: &life, at: now)
        #expect(life.attempts == 5)
        refuses(.attemptsUsedUp, again(nil), to: life, at: now)
    }

    @Test func `notices before the deadline are given to who has not started, and who has`() {
        for state in [AssignmentLife.State.sent, .started] {
            var life = AssignmentLife.workout(state)
            #expect(life.dueAt(DareRules()) == end - .hours(24))
            let line = life.pass(to: end - .hours(24), under: DareRules())
            #expect(line?.then == [.tell([.recipient], .deadlineNear)])
            #expect(life.version == 1)
            #expect(life.dueAt(DareRules()) == end - .hours(1))
        }
        var missed = AssignmentLife.workout(.missed)
        let none = missed.pass(to: late, under: DareRules())
        #expect(none == nil)
    }

    private func again(_ deadline: Instant?) -> AssignmentLife.Move {
        .tryAgain(reason: "Again", deadline: deadline)
    }

    /// A workout that was submitted an hour before its deadline.
    private func submittedInTime() -> AssignmentLife {
        var life = AssignmentLife.workout(.submitted, proof: .required)
        life.submittedAt = end - .hours(1)
        return life
    }

    /// A workout that was submitted a day after its deadline.
    private func submittedLate() throws -> AssignmentLife {
        var life = AssignmentLife.workout(.missed, proof: .required)
        try take(.submit(), of: &life, at: end + .days(1))
        return life
    }

    /// Takes a move after what time has changed.
    private func take(
        _ move: AssignmentLife.Move,
        of life: inout AssignmentLife,
        at now: Instant
    ) throws {
        while life.pass(to: now, under: rules) != nil {}
        try life.take(move, at: now, under: rules)
    }

    /// Expects a refusal that changes nothing.
    private func refuses(
        _ error: ChallengesError,
        _ move: AssignmentLife.Move,
        to life: AssignmentLife,
        at now: Instant,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var next = life
        #expect(throws: error, sourceLocation: sourceLocation) {
            try next.take(move, at: now, under: rules)
        }
        #expect(next == life, sourceLocation: sourceLocation)
    }
}
