import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// Every move in every state: what it leads to, and that everything else is refused.
struct DareTests {
    /// The table of moves (2.2-states); everything else is `wrongState`. Reading is allowed
    /// everywhere.
    private static let moves: [AssignmentLife.State: [Name: AssignmentLife.State]] = [
        .sent: [.accept: .accepted, .deny: .denied, .withdraw: .withdrawn, .block: .void],
        .accepted: [.submit: .submitted, .giveUp: .abandoned, .excuse: .void, .block: .void],
        .submitted: [
            .approve: .done, .tryAgain: .accepted, .reject: .rejected, .retract: .accepted,
            .block: .void,
        ],
        .rejected: [.approve: .done],
        .done: [.void: .void],
    ]

    @Test(arguments: AssignmentLife.State.ofDares, Name.allCases)
    private func `a move leads to the state in the table, or is refused`(
        state: AssignmentLife.State,
        name: Name
    )
        throws
    {
        let before = AssignmentLife.in(state)
        var dare = before
        if name == .read {
            try dare.take(name.move, at: .noon + .minutes(1), under: DareRules())
            #expect(dare.state == state)
            return
        }
        guard let next = Self.moves[state]?[name] else {
            #expect(throws: ChallengesError.wrongState) {
                try dare.take(name.move, at: .noon + .minutes(1), under: DareRules())
            }
            #expect(dare == before)
            return
        }
        try dare.take(name.move, at: .noon + .minutes(1), under: DareRules())
        #expect(dare.state == next)
        #expect(dare.version == before.version + 1)
        #expect((dare.closedAt != nil) == !next.isOpen)
        #expect((dare.isVerified == true) == (next == .done))
    }

    @Test(arguments: AssignmentLife.State.ofDares)
    func `time ends open assignments and nothing else`(state: AssignmentLife.State) {
        var dare = AssignmentLife.in(state)
        dare.deadline = .noon + .days(30)
        let before = dare
        dare.pass(to: .noon + .days(1000), under: DareRules())
        switch state {
        case .sent, .accepted:
            #expect(dare.state == .expired)
            #expect(dare.version == before.version + 1)
        case .submitted:
            #expect(dare.state == .done)
            #expect(dare.isVerified == false)
        default: #expect(dare == before)
        }
    }

    @Test(arguments: Name.allCases)
    private func `each move belongs to one side`(name: Name) {
        let expected: AssignmentLife.Party? =
            switch name {
            case .read, .accept, .deny, .submit, .retract, .giveUp: .recipient
            case .approve, .tryAgain, .reject, .withdraw, .excuse: .sender
            case .void, .block: nil
            }
        let table = MoveTable<AssignmentLife>.dare
        let sides = AssignmentLife.Party.allCases.filter { table.gives(name.move.word, to: $0) }
        #expect(sides == [expected].compactMap { $0 })
    }

    @Test func `reading sets a time once, and only before the answer`() throws {
        var dare = AssignmentLife(sentAt: .noon)
        try dare.take(.read, at: .noon + .minutes(1), under: DareRules())
        #expect(dare.state == .sent)
        #expect(dare.readAt == .noon + .minutes(1))
        #expect(dare.version == 2)
        try dare.take(.read, at: .noon + .minutes(2), under: DareRules())
        #expect(dare.readAt == .noon + .minutes(1))
        #expect(dare.version == 2)
        var withdrawn = AssignmentLife.in(.withdrawn)
        withdrawn.readAt = nil
        try withdrawn.take(.read, at: .noon, under: DareRules())
        #expect(withdrawn.readAt == nil)
    }

    @Test func `answering counts as reading`() throws {
        var dare = AssignmentLife(sentAt: .noon)
        try dare.take(.deny(reason: "Busy"), at: .noon + .hours(1), under: DareRules())
        #expect(dare.readAt == .noon + .hours(1))
        #expect(dare.answeredAt == .noon + .hours(1))
        #expect(dare.closedAt == .noon + .hours(1))
        #expect(dare.reason == "Busy")
    }

    @Test func `another try keeps the attempt and its deadline`() throws {
        var dare = AssignmentLife.in(.submitted)
        dare.deadline = .noon + .days(2)
        let again = AssignmentLife.Move.tryAgain(reason: "Blurred", deadline: nil)
        try dare.take(again, at: .noon + .days(1), under: DareRules())
        #expect(dare.attempts == 1)
        #expect(dare.deadline == .noon + .days(2))
        #expect(dare.closedAt == nil)
        #expect(dare.reason == nil)
    }

    @Test func `a changed rejection keeps no reason`() throws {
        var dare = AssignmentLife.in(.submitted)
        try dare.take(.reject(reason: "No"), at: .noon, under: DareRules())
        #expect(dare.reason == "No")
        #expect(dare.isVerified == nil)
        try dare.take(.approve, at: .noon + .days(1), under: DareRules())
        #expect(dare.reason == nil)
        #expect(dare.isVerified == true)
        #expect(dare.closedAt == .noon + .days(1))
    }

    @Test func `the outcome of the newest attempt`() throws {
        let again = AssignmentLife.Move.tryAgain(reason: "Blurred", deadline: nil)
        #expect(try outcomes(of: .approve) == [.approved])
        #expect(try outcomes(of: .retract) == [.retracted])
        #expect(try outcomes(of: .block) == [])
        #expect(try outcomes(of: again) == [.tryAgain])
        #expect(again.attemptReason == "Blurred")
        #expect(try outcomes(of: .reject(reason: "No")) == [.rejected])
        #expect(AssignmentLife.Move.reject(reason: "No").attemptReason == "No")
        #expect(AssignmentLife.Move.excuse(reason: "Ill").attemptReason == nil)
    }

    /// The verdicts that follow a move of a submitted dare.
    private func outcomes(of move: AssignmentLife.Move) throws -> [Attempt.Outcome] {
        var dare = AssignmentLife.in(.submitted)
        return try dare.take(move, at: .noon, under: DareRules()).then.compactMap { consequence in
            if case .effect(.judge(let outcome)) = consequence { outcome } else { nil }
        }
    }
}

/// The moves by name, usable as keys of a table.
private enum Name: CaseIterable {
    case read, accept, deny, submit, retract, giveUp
    case approve, tryAgain, reject, withdraw, excuse, void, block

    var move: AssignmentLife.Move {
        switch self {
        case .read: .read
        case .accept: .accept
        case .deny: .deny(reason: nil)
        case .submit: .submit()
        case .retract: .retract
        case .giveUp: .giveUp
        case .approve: .approve
        case .tryAgain: .tryAgain(reason: "Again", deadline: nil)
        case .reject: .reject(reason: "No")
        case .withdraw: .withdraw
        case .excuse: .excuse(reason: nil)
        case .void: .void(reason: "Fraud")
        case .block: .block
        }
    }
}
