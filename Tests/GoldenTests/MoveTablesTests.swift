import ChallengesAPI
import IdentityAPI
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Goals

/// `protocol/moves.txt`: what moves assignments, contests, goals and timings, as the tables say it.
@Suite struct MoveTablesTests {
    @Test func `every move is written down`() throws {
        let dare = Self.text(of: MoveTable<AssignmentLife>.dare, Self.assignmentEffect)
        let workout = Self.text(of: MoveTable<AssignmentLife>.workout, Self.assignmentEffect)
        let contest = Self.text(of: MoveTable<ContestLife>.contest, Self.contestEffect)
        let goal = Self.text(of: MoveTable<GoalLife>.goal, Self.goalEffect)
        let timing = Self.text(of: MoveTable<TimingLife>.timing, Self.timingEffect)
        try expectGolden(
            """
            # What moves an assignment, a contest, a goal, and a timing: from, move, whose move it is, what
            # must hold, to, and what else changes; indented, what follows. Where two lines have the same
            # move from a state, the first that holds counts. A hyphen stays in the state; `changed` changes
            # more than the state and its times. Written by GOLDEN=record, never by hand.

            dare

            """ + dare + "\nworkout\n" + workout + "\ncontest\n" + contest + "\ngoal\n" + goal
                + "\ntiming\n" + timing,
            matches: "protocol/moves.txt"
        )
    }

    @Test func `every move and every state is in a table`() {
        let lines = AssignmentLife.Kind.allCases.flatMap { kind in
            AssignmentLife(kind: kind, sentAt: .now()).table.lines
        }
        #expect(Set(lines.map(\.word)) == Set(AssignmentLife.Word.allCases))
        let reached = Set(lines.compactMap(\.to)).union([.sent])
        #expect(reached == Set(AssignmentLife.State.allCases))
        let contest = MoveTable<ContestLife>.contest.lines
        #expect(Set(contest.map(\.word)) == Set(ContestLife.Word.allCases))
        let contestReached = Set(contest.compactMap(\.to)).union([.draft])
        #expect(contestReached == Set(ContestLife.State.allCases))
        let goal = MoveTable<GoalLife>.goal.lines
        #expect(Set(goal.map(\.word)) == Set(GoalLife.Word.allCases))
        let goalReached = Set(goal.compactMap(\.to)).union([.active])
        #expect(goalReached == Set(GoalLife.State.allCases))
        let timing = MoveTable<TimingLife>.timing.lines
        #expect(Set(timing.map(\.word)) == Set(TimingLife.Word.allCases))
        let timingReached = Set(timing.compactMap(\.to)).union([.running])
        #expect(timingReached == Set(TimingLife.State.allCases))
    }

    @Test func `what a state allows is reached`() {
        for kind in AssignmentLife.Kind.allCases {
            let lines = AssignmentLife(kind: kind, sentAt: .now()).table.lines
            let reached = Set(lines.compactMap(\.to)).union([.sent])
            #expect(Set(lines.flatMap(\.from)) == reached, "\(kind)")
        }
        let contest = MoveTable<ContestLife>.contest.lines
        let reached = Set(contest.compactMap(\.to)).union([.draft])
        #expect(Set(contest.flatMap(\.from)) == reached)
        let goal = MoveTable<GoalLife>.goal.lines
        #expect(Set(goal.flatMap(\.from)) == Set(goal.compactMap(\.to)).union([.active]))
        let timing = MoveTable<TimingLife>.timing.lines
        #expect(Set(timing.flatMap(\.from)) == Set(timing.compactMap(\.to)).union([.running]))
    }

    private static func text<Life: Movable>(
        of table: MoveTable<Life>,
        _ effect: (Life.Effect) -> String
    ) -> String
    where
        Life.State: RawRepresentable<String>,
        Life.Word: RawRepresentable<String>,
        Life.Party: RawRepresentable<String>
    {
        table.lines.map { line in
            let head = [
                line.from.map(\.rawValue).joined(separator: ", "),
                line.word.rawValue,
                line.party.map(\.rawValue) ?? "system",
                line.guards.isEmpty ? nil : "if " + line.guards.map(\.name).joined(separator: ", "),
                "to " + (line.to?.rawValue ?? "-"),
                line.marks.isEmpty ? nil : line.marks.map(\.name).joined(separator: ", "),
                line.isVisible ? nil : "unseen",
                line.changesMore ? "changed" : nil,
            ]
            let follows = line.then.map { "    " + text(of: $0, effect) + "\n" }
            return head.compactMap { $0 }.joined(separator: " | ") + "\n" + follows.joined()
        }.joined()
    }

    private static func text<Life: Movable>(
        of consequence: Consequence<Life>,
        _ effect: (Life.Effect) -> String
    ) -> String where Life.Party: RawRepresentable<String> {
        switch consequence {
        case .tell(let parties, let kind):
            "tells \(parties.map(\.rawValue).joined(separator: " and ")): \(kind.rawValue)"
        case .settle(let kinds, let outcome):
            "settles \(kinds.map(\.rawValue).joined(separator: ", ")): \(outcome.rawValue)"
        case .effect(let done):
            effect(done)
        }
    }

    private static func assignmentEffect(_ effect: AssignmentLife.Effect) -> String {
        switch effect {
        case .judge(let outcome): "the newest attempt is \(outcome.rawValue)"
        case .use: "counts as a use of the definition"
        case .complete: "counts as a completion of the definition"
        case .pay: "pays"
        case .payInTime: "pays if completed in time"
        case .takeBack: "takes the payment back"
        }
    }

    private static func contestEffect(_ effect: ContestLife.Effect) -> String {
        switch effect {
        case .gather: "its author joins, and its invitees are invited"
        case .lapse(let outcome):
            "invitations and requests lapse, and their notices are \(outcome.rawValue)"
        case .decide: "queried entries are decided"
        case .dropQueries: "queried entries stay as they are, and their notices go"
        case .recount: "those whose entries or totals its end leaves out are counted again"
        case .countTotals: "those who have totals of its days are counted"
        case .tellScoring: "scoring is told"
        }
    }

    private static func goalEffect(_ effect: GoalLife.Effect) -> String {
        switch effect {
        case .nextPeriod: "the period is stored as it ended, and the next one begins"
        case .storePeriod: "the period is stored"
        case .reached: "counts as a completion of the definition, and scoring is told"
        case .changed: "scoring is told, if it was reached"
        }
    }

    private static func timingEffect(_: TimingLife.Effect) -> String {}
}
