import ChallengesAPI
import ChallengesTestKit
import IdentityAPI
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Contests
@testable import Dares
@testable import Definitions

/// Every move of a workout in every state, with and without required proof: what it leads to, and
/// that everything else is refused.
struct WorkoutMovesTests {
    /// What a move comes to: a state, or a refusal.
    private enum Outcome: Hashable {
        case to(AssignmentLife.State)
        case no(ChallengesError)
    }

    private typealias Moves = [AssignmentLife.State: [Name: Outcome]]

    /// The table of moves (2.5-states); everything else is `wrongState`. Reading is allowed
    /// everywhere.
    private static let unjudged: Moves = [
        .sent: [
            .start: .to(.started), .deny: .to(.denied), .withdraw: .to(.withdrawn),
            .block: .to(.void), .complete: .no(.notStarted),
        ],
        .started: [
            .start: .to(.started), .complete: .to(.completed), .giveUp: .to(.abandoned),
            .excuse: .to(.void), .block: .to(.void),
        ],
        .submitted: judging,
        .completed: [
            .start: .to(.completed), .complete: .to(.completed), .void: .to(.void),
        ],
        .missed: [
            .start: .to(.missed), .complete: .to(.completed), .block: .to(.void),
        ],
        .rejected: [.approve: .to(.completed)],
    ]
    /// The same where proof is required.
    private static let judged: Moves = [
        .sent: [
            .start: .to(.started), .deny: .to(.denied), .withdraw: .to(.withdrawn),
            .block: .to(.void), .complete: .no(.notStarted), .submit: .no(.notStarted),
        ],
        .started: [
            .start: .to(.started), .submit: .to(.submitted), .complete: .no(.proofMissing),
            .giveUp: .to(.abandoned), .excuse: .to(.void), .block: .to(.void),
        ],
        .submitted: judging,
        .completed: [
            .start: .to(.completed), .complete: .no(.proofMissing), .void: .to(.void),
        ],
        .missed: [
            .start: .to(.missed), .submit: .to(.submitted), .complete: .no(.proofMissing),
            .block: .to(.void),
        ],
        .rejected: [.approve: .to(.completed)],
    ]
    private static let judging: [Name: Outcome] = [
        .start: .to(.submitted), .approve: .to(.completed), .tryAgain: .to(.started),
        .reject: .to(.rejected), .retract: .to(.started), .block: .to(.void),
    ]

    @Test(arguments: AssignmentLife.State.ofWorkouts, Name.allCases)
    private func `a move leads to the state in the table, or is refused`(
        state: AssignmentLife.State,
        name: Name
    ) throws {
        for (proof, moves) in [
            (Proof.none, Self.unjudged), (.optional, Self.unjudged), (.required, Self.judged),
        ] {
            let before = AssignmentLife.workout(state, proof: proof)
            let now = (state == .missed ? AssignmentLife.end : .noon) + .minutes(1)
            var life = before
            if name == .read {
                try life.take(name.move, at: now, under: DareRules())
                #expect(life.state == state)
                continue
            }
            switch moves[state]?[name] ?? .no(.wrongState) {
            case .to(let next):
                let line = try life.take(name.move, at: now, under: DareRules())
                #expect(life.state == next, "\(proof)")
                #expect((life.closedAt != nil) == !next.isOpen, "\(proof)")
                #expect((life.isVerified != nil) == (next == .completed), "\(proof)")
                #expect((life.completedAt != nil) == (next == .completed || state == .completed))
                let isNew = next != state
                #expect(life.version == before.version + (isNew ? 1 : 0), "\(proof)")
                if !isNew, state != .missed { #expect(line.then.isEmpty, "\(proof)") }
            case .no(let error):
                #expect(throws: error, "\(proof)") {
                    try life.take(name.move, at: now, under: DareRules())
                }
                #expect(life == before)
            }
        }
    }

    @Test(arguments: AssignmentLife.State.ofWorkouts)
    func `an open state ends by time, and nothing is due after time's steps`(
        state: AssignmentLife.State
    ) {
        var life = AssignmentLife.workout(state, proof: .required)
        var steps = 0
        while let due = life.dueAt(DareRules()) {
            let early = life.pass(to: due - .tick, under: DareRules())
            #expect(early == nil)
            let line = life.pass(to: due, under: DareRules())
            #expect(line != nil)
            steps += 1
        }
        #expect(!life.state.isOpen)
        switch state {
        case .sent, .started:
            // Two notices, and the end.
            #expect(steps == 3)
            #expect(life.state == .missed)
        case .submitted:
            #expect(steps == 1)
            #expect(life.state == .completed)
            #expect(life.isVerified == false)
        default: #expect(steps == 0)
        }
    }

    @Test(arguments: Name.allCases)
    private func `each move belongs to one side, and none is accepted`(name: Name) {
        let expected: AssignmentLife.Party? =
            switch name {
            case .read, .start, .deny, .submit, .complete, .retract, .giveUp: .recipient
            case .approve, .tryAgain, .reject, .withdraw, .excuse: .sender
            case .accept, .void, .block: nil
            }
        let table = MoveTable<AssignmentLife>.workout
        let sides = AssignmentLife.Party.allCases.filter { table.gives(name.move.word, to: $0) }
        #expect(sides == [expected].compactMap { $0 })
        #expect(table.has(name.move.word) == (name != .accept))
    }

    @Test func `a dare is neither started nor completed`() {
        let table = MoveTable<AssignmentLife>.dare
        #expect(!table.has(.start))
        #expect(!table.has(.complete))
        #expect(table.has(.accept))
    }

    @Test func `the first start counts`() throws {
        var life = AssignmentLife.workout(.sent)
        try life.take(.read, at: .noon + .minutes(1), under: DareRules())
        #expect(life.startedAt == nil)
        try life.take(.start, at: .noon + .minutes(2), under: DareRules())
        #expect(life.startedAt == .noon + .minutes(2))
        #expect(life.readAt == .noon + .minutes(1))
        let started = life
        try life.take(.start, at: .noon + .minutes(3), under: DareRules())
        #expect(life == started)
    }

    @Test func `starting counts as reading, and denying is no start`() throws {
        var life = AssignmentLife.workout(.sent)
        try life.take(.start, at: .noon + .minutes(1), under: DareRules())
        #expect(life.readAt == .noon + .minutes(1))
        var denied = AssignmentLife.workout(.sent)
        try denied.take(.deny(reason: "Busy"), at: .noon + .minutes(1), under: DareRules())
        #expect(denied.answeredAt == .noon + .minutes(1))
        #expect(denied.startedAt == nil)
        var dare = AssignmentLife(sentAt: .noon)
        try dare.take(.accept, at: .noon, under: DareRules())
        #expect(dare.startedAt == nil)
    }

    @Test func `a completion has its time and its result, and is verified by nobody`() throws {
        var life = AssignmentLife.workout(.started)
        let now = Instant.noon + .hours(1)
        try life.take(.complete(seconds: 1_432), at: now, under: DareRules())
        #expect(life.completedAt == now)
        #expect(life.closedAt == now)
        #expect(life.isInTime == true)
        #expect(life.isVerified == false)
        #expect(life.result == 1_432)
        #expect(life.attempts == 0)
        #expect(life.submittedAt == nil)
    }

    @Test func `a completion may come with an attempt`() throws {
        var life = AssignmentLife.workout(.started, proof: .optional)
        let now = Instant.noon + .hours(1)
        try life.take(.complete(seconds: nil, showing: true), at: now, under: DareRules())
        #expect(life.attempts == 1)
        #expect(life.submittedAt == now)
        #expect(life.isVerified == false)
        #expect(life.result == nil)
    }

    @Test func `completing it again takes the same result, and changes nothing`() throws {
        var life = AssignmentLife.workout(.started)
        try life.take(.complete(seconds: 60), at: .noon, under: DareRules())
        let completed = life
        try life.take(.complete(seconds: 60), at: .noon + .days(30), under: DareRules())
        #expect(life == completed)
        for other in [
            AssignmentLife.Move.complete(seconds: 61), .complete(seconds: nil),
            .complete(seconds: 60, showing: true),
        ] {
            #expect(throws: ChallengesError.wrongState) {
                try life.take(other, at: .noon, under: DareRules())
            }
        }
    }

    @Test func `what was approved was completed when it was submitted`() throws {
        var life = AssignmentLife.workout(.started, proof: .required)
        let submitted = Instant.noon + .hours(1)
        try life.take(.submit(seconds: 90), at: submitted, under: DareRules())
        #expect(life.result == nil)
        #expect(life.completedAt == nil)
        try life.take(.approve, at: submitted + .days(1), under: DareRules())
        #expect(life.completedAt == submitted)
        #expect(life.closedAt == submitted + .days(1))
        #expect(life.isVerified == true)
        #expect(life.result == 90)
    }

    @Test func `the result is that of the submission that was approved`() throws {
        var life = AssignmentLife.workout(.started, proof: .required)
        try life.take(.submit(seconds: 90), at: .noon, under: DareRules())
        try life.take(.tryAgain(reason: "Blurred", deadline: nil), at: .noon, under: DareRules())
        try life.take(.submit(seconds: nil), at: .noon + .minutes(1), under: DareRules())
        try life.take(.reject(reason: "No"), at: .noon + .minutes(2), under: DareRules())
        #expect(life.result == nil)
        #expect(life.completedAt == nil)
        try life.take(.approve, at: .noon + .minutes(3), under: DareRules())
        #expect(life.result == nil)
        #expect(life.completedAt == .noon + .minutes(1))
        #expect(life.reason == nil)
    }

    @Test func `a voided one is neither verified nor worth points`() throws {
        var life = AssignmentLife.workout(.completed)
        try life.take(.void(reason: "Fraud"), at: .noon + .minutes(1), under: DareRules())
        #expect(life.isVerified == nil)
        #expect(life.result == nil)
        #expect(life.reason == "Fraud")
        #expect(life.points(for: .recipient, under: DareRules()) == nil)
    }

    @Test func `who starts uses the definition, and who completes has completed it`() throws {
        #expect(try effects(of: .start, in: .sent) == [.use])
        #expect(try effects(of: .start, in: .missed) == [.use])
        #expect(try effects(of: .start, in: .started) == [])
        #expect(try effects(of: .complete(), in: .started) == [.complete, .payInTime])
        #expect(try effects(of: .complete(), in: .missed) == [.complete])
        #expect(try effects(of: .complete(), in: .completed) == [])
        let approved: [AssignmentLife.Effect] = [.judge(.approved), .complete, .payInTime]
        #expect(try effects(of: .approve, in: .submitted) == approved)
        #expect(try effects(of: .approve, in: .rejected) == approved)
        #expect(try effects(of: .reject(reason: "No"), in: .submitted) == [.judge(.rejected)])
        #expect(try effects(of: .retract, in: .submitted) == [.judge(.retracted)])
        #expect(try effects(of: .void(reason: "Fraud"), in: .completed) == [.takeBack])
    }

    @Test func `a dare's recipient uses and completes the definition too`() throws {
        func effects(
            of move: AssignmentLife.Move,
            in state: AssignmentLife.State
        ) throws -> [AssignmentLife.Effect] {
            var dare = AssignmentLife.in(state)
            return try dare.take(move, at: .noon, under: DareRules()).effects
        }
        #expect(try effects(of: .accept, in: .sent) == [.use])
        let approved: [AssignmentLife.Effect] = [.judge(.approved), .complete, .pay]
        #expect(try effects(of: .approve, in: .submitted) == approved)
        #expect(try effects(of: .approve, in: .rejected) == approved)
        var silent = AssignmentLife.in(.submitted)
        let line = silent.pass(to: .noon + .days(7), under: DareRules())
        #expect(line?.effects == approved)
    }

    private func effects(
        of move: AssignmentLife.Move,
        in state: AssignmentLife.State
    ) throws -> [AssignmentLife.Effect] {
        var life = AssignmentLife.workout(state)
        let now = state == .missed ? AssignmentLife.end + .minutes(1) : .noon
        return try life.take(move, at: now, under: DareRules()).effects
    }
}

extension MoveTable.Line where Life == AssignmentLife {
    /// What follows besides notices.
    fileprivate var effects: [AssignmentLife.Effect] {
        then.compactMap { consequence in
            if case .effect(let effect) = consequence { effect } else { nil }
        }
    }
}

/// The moves by name, usable as keys of a table.
private enum Name: CaseIterable {
    case read, accept, start, deny, submit, complete, retract, giveUp
    case approve, tryAgain, reject, withdraw, excuse, void, block

    var move: AssignmentLife.Move {
        switch self {
        case .read: .read
        case .accept: .accept
        case .start: .start
        case .deny: .deny(reason: nil)
        case .submit: .submit()
        case .complete: .complete()
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
