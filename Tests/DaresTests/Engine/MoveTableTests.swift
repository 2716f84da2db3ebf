import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// What holds for each table of moves, and for notices before a deadline.
struct MoveTableTests {
    private let rules = DareRules()

    @Test(arguments: AssignmentLife.State.ofDares)
    func `an open state ends by time, and nothing is due after time's steps`(
        state: AssignmentLife.State
    ) {
        var life = AssignmentLife.in(state)
        life.deadline = .noon + .days(3)
        var steps = 0
        var now = Instant.noon
        while let due = life.dueAt(rules) {
            #expect(due > now, "time would move it twice at once")
            now = due
            let early = life.pass(to: now - .tick, under: rules)
            #expect(early == nil)
            let line = life.pass(to: now, under: rules)
            #expect(line != nil)
            steps += 1
        }
        #expect(!life.state.isOpen)
        let expected =
            switch state {
            case .sent, .accepted: 3
            case .submitted: 1
            default: 0
            }
        #expect(steps == expected)
    }

    @Test(arguments: [(Duration.hours(24), 1), (.hours(24) + .tick, 2), (.hours(1), 0)])
    func `a notice is due only if more time than that was left`(ahead: Duration, count: Int) {
        var life = AssignmentLife(deadline: .noon + ahead, sentAt: .noon)
        var told = 0
        while let due = life.dueAt(rules) {
            if let line = life.pass(to: due, under: rules), !line.isVisible { told += 1 }
        }
        #expect(told == count)
        #expect(life.state == .expired)
    }

    @Test func `a notice changes no version, and is given once`() {
        var life = AssignmentLife(deadline: .noon + .days(3), sentAt: .noon)
        let line = life.pass(to: .noon + .days(2), under: rules)
        #expect(line?.then == [.tell([.recipient], .deadlineNear)])
        #expect(life.version == 1)
        let again = life.pass(to: .noon + .days(2), under: rules)
        #expect(again == nil)
        #expect(life.dueAt(rules) == .noon + .days(3) - .hours(1))
    }

    @Test func `of notices that were missed only the last is given, and none at the deadline`() {
        let life = AssignmentLife(deadline: .noon + .days(3), sentAt: .noon)
        var late = life
        _ = late.pass(to: .noon + .days(3) - .tick, under: rules)
        #expect(late.state == .sent)
        #expect(late.dueAt(rules) == .noon + .days(3))
        var ended = life
        _ = ended.pass(to: .noon + .days(3), under: rules)
        #expect(ended.state == .expired)
    }

    @Test func `after 14 days without an answer no notice of a later deadline is given`() {
        var life = AssignmentLife(deadline: .noon + .days(15), sentAt: .noon)
        #expect(life.dueAt(rules) == .noon + .days(14))
        _ = life.pass(to: .noon + .days(14), under: rules)
        #expect(life.state == .expired)
    }

    @Test func `a new deadline has notices of its own, where that much time is left`() throws {
        var life = AssignmentLife.in(.submitted)
        life.deadline = .noon + .hours(2)
        let now = Instant.noon + .hours(3)
        let deadline = now + .hours(25)
        let again = AssignmentLife.Move.tryAgain(reason: "Again", deadline: deadline)
        try life.take(again, at: now, under: rules)
        #expect(life.dueAt(rules) == deadline - .hours(24))
        var short = AssignmentLife.in(.submitted)
        short.deadline = .noon + .hours(2)
        let day = AssignmentLife.Move.tryAgain(reason: "Again", deadline: now + .hours(24))
        try short.take(day, at: now, under: rules)
        #expect(short.dueAt(rules) == now + .hours(23))
    }

    @Test func `what came due while it waited for a verdict is not told later`() throws {
        var life = AssignmentLife(deadline: .noon + .days(3), sentAt: .noon)
        try life.take(.accept, at: .noon, under: rules)
        try life.take(.submit(), at: .noon, under: rules)
        #expect(life.dueAt(rules) == .noon + .days(7))
        try life.take(.retract, at: .noon + .days(2), under: rules)
        #expect(life.dueAt(rules) == .noon + .days(3) - .hours(1))
    }

    @Test func `an operator's notices are taken longest first`() {
        var rules = DareRules(noticeBefore: [.seconds(2), .seconds(6)])
        #expect(rules.noticeBefore == [.seconds(6), .seconds(2)])
        rules.noticeBefore = [.seconds(1), .seconds(3)]
        #expect(rules.noticeBefore == [.seconds(3), .seconds(1)])
    }

    @Test func `of two lines for a move the first that holds counts`() throws {
        typealias Line = MoveTable<AssignmentLife>.Line
        let table = MoveTable<AssignmentLife> {
            Line(.sent, on: .accept, by: .recipient, if: .never(.tooLate)).to(.done)
            Line(.sent, on: .accept, by: .recipient, if: .never(.deadlinePassed)).to(.denied)
            Line(.sent, on: .accept, by: .recipient).to(.accepted)
            Line(.sent, on: .deny, by: .sender, if: .never(.tooLate)).to(.done)
            Line(.sent, on: .deny, by: .sender, if: .never(.deadlinePassed)).to(.denied)
        }
        let life = AssignmentLife(sentAt: .noon)
        let occasion = Occasion<AssignmentLife>(move: .accept, now: .noon, rules: rules)
        #expect(try table.line(for: .accept, of: life, on: occasion).to == .accepted)
        #expect(throws: ChallengesError.tooLate) {
            try table.line(for: .deny, of: life, on: occasion)
        }
        #expect(throws: ChallengesError.wrongState) {
            try table.line(for: .approve, of: life, on: occasion)
        }
        #expect(table.gives(.accept, to: .recipient))
        #expect(!table.gives(.accept, to: .sender))
        #expect(table.gives(.deny, to: .sender))
        #expect(table.has(.deny))
        #expect(!table.has(.approve))
    }
}

extension Guard where Life == AssignmentLife {
    /// A condition that never holds.
    fileprivate static func never(_ refusal: ChallengesError) -> Self {
        Self("never") { _, _ in refusal }
    }
}
