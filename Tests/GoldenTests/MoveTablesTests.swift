import ChallengesAPI
import IdentityAPI
import TestKit
import Testing
import Values

@testable import Challenges

/// `protocol/moves.txt`: what moves each kind of challenge, as the tables say it.
@Suite struct MoveTablesTests {
    @Test func `every move is written down`() throws {
        try expectGolden(
            """
            # What moves an assignment: from, move, whose move it is, what must hold, to, and what else
            # changes; indented, what follows. Where two lines have the same move from a state, the
            # first that holds counts. A hyphen stays in the state. Written by GOLDEN=record, never by
            # hand.

            dare

            """ + Self.text(of: .dare) + "\nworkout\n" + Self.text(of: .workout),
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
    }

    @Test func `what a state allows is reached`() {
        for kind in AssignmentLife.Kind.allCases {
            let lines = AssignmentLife(kind: kind, sentAt: .now()).table.lines
            let reached = Set(lines.compactMap(\.to)).union([.sent])
            #expect(Set(lines.flatMap(\.from)) == reached, "\(kind)")
        }
    }

    private static func text(of table: MoveTable<AssignmentLife>) -> String {
        table.lines.map { line in
            let head = [
                line.from.map(\.rawValue).joined(separator: ", "),
                line.word.rawValue,
                line.party.map(\.rawValue) ?? "system",
                line.guards.isEmpty ? nil : "if " + line.guards.map(\.name).joined(separator: ", "),
                "to " + (line.to?.rawValue ?? "-"),
                line.marks.isEmpty ? nil : line.marks.map(\.name).joined(separator: ", "),
                line.isVisible ? nil : "unseen",
            ]
            let follows = line.then.map { "    " + text(of: $0) + "\n" }
            return head.compactMap { $0 }.joined(separator: " | ") + "\n" + follows.joined()
        }.joined()
    }

    private static func text(of consequence: Consequence<AssignmentLife>) -> String {
        switch consequence {
        case .tell(let parties, let kind):
            "tells \(parties.map(\.rawValue).joined(separator: " and ")): \(kind.rawValue)"
        case .settle(let kinds, let outcome):
            "settles \(kinds.map(\.rawValue).joined(separator: ", ")): \(outcome.rawValue)"
        case .effect(.judge(let outcome)): "the newest attempt is \(outcome.rawValue)"
        case .effect(.use): "counts as a use of the definition"
        case .effect(.complete): "counts as a completion of the definition"
        case .effect(.pay): "pays"
        case .effect(.payInTime): "pays if completed in time"
        case .effect(.takeBack): "takes the payment back"
        }
    }
}
