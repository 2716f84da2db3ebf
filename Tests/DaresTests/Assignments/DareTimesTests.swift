import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// Every time limit, one tick before it and exactly at it. Notices before a deadline are apart.
struct DareTimesTests {
    private let rules = DareRules(noticeBefore: [])

    @Test func `it can be accepted until the deadline`() throws {
        var dare = AssignmentLife(deadline: .noon + .hours(1), sentAt: .noon)
        let late = dare
        try dare.take(.accept, at: .noon + .hours(1) - .tick, under: rules)
        #expect(dare.state == .accepted)
        refuses(.deadlinePassed, .accept, to: late, at: .noon + .hours(1))
    }

    @Test func `it can be accepted for 14 days, even if the deadline is later`() throws {
        for deadline in [nil, Instant.noon + .days(15)] {
            var dare = AssignmentLife(deadline: deadline, sentAt: .noon)
            let late = dare
            try dare.take(.accept, at: .noon + .days(14) - .tick, under: rules)
            #expect(dare.state == .accepted)
            refuses(.deadlinePassed, .accept, to: late, at: .noon + .days(14))
        }
    }

    @Test func `it can be denied and withdrawn after the deadline`() throws {
        for move in [AssignmentLife.Move.deny(reason: nil), .withdraw] {
            var dare = AssignmentLife(deadline: .noon + .hours(1), sentAt: .noon)
            try dare.take(move, at: .noon + .hours(2), under: rules)
            #expect(!dare.state.isOpen)
        }
    }

    @Test func `an unanswered one expires at the deadline or after 14 days`() {
        var short = AssignmentLife(deadline: .noon + .hours(1), sentAt: .noon)
        #expect(short.dueAt(rules) == .noon + .hours(1))
        short.pass(to: .noon + .hours(1) - .tick, under: rules)
        #expect(short.state == .sent)
        short.pass(to: .noon + .hours(1), under: rules)
        #expect(short.state == .expired)
        #expect(short.closedAt == .noon + .hours(1))
        #expect(short.dueAt(rules) == nil)

        var long = AssignmentLife(deadline: .noon + .days(20), sentAt: .noon)
        #expect(long.dueAt(rules) == .noon + .days(14))
        long.pass(to: .noon + .days(14) - .tick, under: rules)
        #expect(long.state == .sent)
        long.pass(to: .noon + .days(14), under: rules)
        #expect(long.state == .expired)
    }

    @Test func `an accepted one expires at the deadline, and never without one`() {
        var dare = AssignmentLife.in(.accepted)
        #expect(dare.dueAt(rules) == nil)
        dare.pass(to: .noon + .days(1000), under: rules)
        #expect(dare.state == .accepted)
        dare.deadline = .noon + .days(20)
        #expect(dare.dueAt(rules) == .noon + .days(20))
        dare.pass(to: .noon + .days(20) - .tick, under: rules)
        #expect(dare.state == .accepted)
        dare.pass(to: .noon + .days(20), under: rules)
        #expect(dare.state == .expired)
    }

    @Test func `it can be submitted until the deadline`() throws {
        var dare = AssignmentLife.in(.accepted)
        dare.deadline = .noon + .days(1)
        let late = dare
        try dare.take(.submit(), at: .noon + .days(1) - .tick, under: rules)
        #expect(dare.state == .submitted)
        #expect(dare.submittedAt == .noon + .days(1) - .tick)
        refuses(.deadlinePassed, .submit(), to: late, at: .noon + .days(1))
    }

    @Test func `a submission outlives the deadline`() {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .hours(1)
        dare.pass(to: .noon + .days(6), under: rules)
        #expect(dare.state == .submitted)
    }

    @Test func `it can be retracted until the deadline`() throws {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .days(1)
        let late = dare
        try dare.take(.retract, at: .noon + .days(1) - .tick, under: rules)
        #expect(dare.state == .accepted)
        #expect(dare.attempts == 1)
        refuses(.deadlinePassed, .retract, to: late, at: .noon + .days(1))
    }

    @Test func `after 7 days a silent sender counts as approving, unverified`() {
        var dare = AssignmentLife.in(.submitted)
        #expect(dare.dueAt(rules) == .noon + .days(7))
        dare.pass(to: .noon + .days(7) - .tick, under: rules)
        #expect(dare.state == .submitted)
        dare.pass(to: .noon + .days(7), under: rules)
        #expect(dare.state == .done)
        #expect(dare.isVerified == false)
        #expect(dare.closedAt == .noon + .days(7))
    }

    @Test func `a rejection can be changed for 7 days`() throws {
        var dare = AssignmentLife.in(.rejected)
        let late = dare
        try dare.take(.approve, at: .noon + .days(7) - .tick, under: rules)
        #expect(dare.state == .done)
        refuses(.tooLate, .approve, to: late, at: .noon + .days(7))
    }

    @Test(arguments: [(4, true), (5, false)])
    func `the fifth submission is the last`(used: Int, isAllowed: Bool) throws {
        var dare = AssignmentLife.in(.accepted)
        dare.attempts = used
        if isAllowed {
            try dare.take(.submit(), at: .noon, under: rules)
            #expect(dare.attempts == 5)
        } else {
            refuses(.attemptsUsedUp, .submit(), to: dare, at: .noon)
        }
    }

    @Test(arguments: [(4, true), (5, false)])
    func `there is no other try after the fifth`(used: Int, isAllowed: Bool) throws {
        var dare = AssignmentLife.in(.submitted)
        dare.attempts = used
        let again = AssignmentLife.Move.tryAgain(reason: "Again", deadline: nil)
        if isAllowed {
            try dare.take(again, at: .noon, under: rules)
            #expect(dare.state == .accepted)
        } else {
            refuses(.attemptsUsedUp, again, to: dare, at: .noon)
        }
    }

    @Test func `another try after the deadline gets 24 more hours`() throws {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .hours(1)
        let now = Instant.noon + .hours(1)
        refuses(.extraTimeNeeded, again(nil), to: dare, at: now)
        refuses(.extraTimeNeeded, again(now + .hours(24) - .tick), to: dare, at: now)
        try dare.take(again(now + .hours(24)), at: now, under: rules)
        #expect(dare.deadline == now + .hours(24))
        #expect(dare.dueAt(rules) == now + .hours(24))
    }

    @Test func `one tick before the deadline another try needs no new deadline`() throws {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .hours(1)
        try dare.take(again(nil), at: .noon + .hours(1) - .tick, under: rules)
        #expect(dare.deadline == .noon + .hours(1))
    }

    @Test func `a deadline that has not passed can only be postponed`() throws {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .hours(2)
        refuses(.extraTimeNeeded, again(.noon + .hours(2) - .tick), to: dare, at: .noon)
        var same = dare
        try same.take(again(.noon + .hours(2)), at: .noon, under: rules)
        #expect(same.deadline == .noon + .hours(2))
        try dare.take(again(.noon + .hours(3)), at: .noon, under: rules)
        #expect(dare.deadline == .noon + .hours(3))
    }

    @Test func `a first deadline of another try must be 24 hours ahead`() throws {
        var dare = AssignmentLife.in(.submitted)
        refuses(.extraTimeNeeded, again(.noon + .hours(24) - .tick), to: dare, at: .noon)
        try dare.take(again(.noon + .hours(24)), at: .noon, under: rules)
        #expect(dare.deadline == .noon + .hours(24))
    }

    @Test func `no deadline may be more than 366 days ahead`() throws {
        var dare = AssignmentLife.in(.submitted)
        refuses(.deadlineInvalid, again(.noon + .days(366) + .tick), to: dare, at: .noon)
        try dare.take(again(.noon + .days(366)), at: .noon, under: rules)
        #expect(dare.deadline == .noon + .days(366))
    }

    @Test(arguments: [
        (Duration.minutes(5) - .tick, false), (.minutes(5), true), (.days(366), true),
        (.days(366) + .tick, false), (.zero - .days(1), false),
    ])
    func `a first deadline must be 5 minutes to 366 days ahead`(ahead: Duration, isAllowed: Bool) {
        if isAllowed {
            #expect(throws: Never.self) { try rules.check(deadline: .noon + ahead, at: .noon) }
        } else {
            #expect(throws: ChallengesError.deadlineInvalid) {
                try rules.check(deadline: .noon + ahead, at: .noon)
            }
        }
    }

    private func again(_ deadline: Instant?) -> AssignmentLife.Move {
        .tryAgain(reason: "Again", deadline: deadline)
    }

    /// Expects a refusal that changes nothing.
    private func refuses(
        _ error: ChallengesError,
        _ move: AssignmentLife.Move,
        to dare: AssignmentLife,
        at now: Instant,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var next = dare
        #expect(throws: error, sourceLocation: sourceLocation) {
            try next.take(move, at: now, under: rules)
        }
        #expect(next == dare, sourceLocation: sourceLocation)
    }
}
