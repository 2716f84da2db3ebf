import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Challenges
@testable import Dares

/// What sender and recipient see of each state of a workout (2.5-labels).
struct WorkoutLabelTests {
    private typealias Display = Assignment.DisplayState

    /// The labels of the recipient and of the sender.
    private static let labels: [AssignmentLife.State: (Display, Display)] = [
        .sent: (.unread, .pending), .started: (.accepted, .accepted),
        .submitted: (.pending, .accepted), .completed: (.done, .done), .denied: (.denied, .denied),
        .missed: (.closed, .closed), .rejected: (.closed, .closed), .withdrawn: (.closed, .closed),
        .abandoned: (.closed, .closed), .void: (.closed, .closed),
    ]

    @Test(arguments: AssignmentLife.State.ofWorkouts)
    func `a state looks different to each side`(state: AssignmentLife.State) throws {
        let life = AssignmentLife.workout(state)
        let (recipient, sender) = try #require(Self.labels[state])
        #expect(life.shownState.rawValue == state.rawValue)
        #expect(life.displayState(for: .recipient) == recipient)
        #expect(life.displayState(for: .sender) == sender)
        #expect(life.closedReason == (recipient == .closed ? state.rawValue : nil))
    }

    @Test func `each closed state is a reason that the API names`() {
        let reasons = AssignmentLife.State.allCases.compactMap { state in
            AssignmentLife.in(state).closedReason
        }
        #expect(reasons == Assignment.closedReasons.map(\.rawValue))
    }

    @Test func `a started one has the icon of an accepted one, and a completed one none`() {
        for party in AssignmentLife.Party.allCases {
            #expect(AssignmentLife.workout(.started).icon(for: party) == .check)
            #expect(AssignmentLife.workout(.completed).icon(for: party) == .none)
            #expect(AssignmentLife.workout(.missed).icon(for: party) == .none)
        }
    }

    private static let actions:
        [(AssignmentLife.State, recipient: [Assignment.Action], sender: [Assignment.Action])] = [
            (.sent, [.read, .start, .deny], [.withdraw]),
            (.started, [.complete, .giveUp], [.excuse]),
            (.missed, [.complete], []),
            (.completed, [], []), (.denied, [], []), (.withdrawn, [], []), (.abandoned, [], []),
            (.void, [], []),
        ]

    @Test(arguments: actions)
    func `each side may do what the state allows`(
        state: AssignmentLife.State,
        recipient: [Assignment.Action],
        sender: [Assignment.Action]
    ) {
        let life = AssignmentLife.workout(state)
        let now = (state == .missed ? AssignmentLife.end : .noon) + .minutes(1)
        #expect(life.actions(for: .recipient, at: now, under: DareRules()) == recipient)
        #expect(life.actions(for: .sender, at: now, under: DareRules()) == sender)
    }

    private static let judgedActions:
        [(AssignmentLife.State, recipient: [Assignment.Action], sender: [Assignment.Action])] = [
            (.sent, [.read, .start, .deny], [.withdraw]),
            (.started, [.submit, .giveUp], [.excuse]),
            (.submitted, [.retract], [.approve, .tryAgain, .reject]),
            (.missed, [.submit], []),
            (.rejected, [], [.approve]),
            (.completed, [], []),
        ]

    @Test(arguments: judgedActions)
    func `where proof is required it is submitted and judged`(
        state: AssignmentLife.State,
        recipient: [Assignment.Action],
        sender: [Assignment.Action]
    ) {
        let life = AssignmentLife.workout(state, proof: .required)
        let now = (state == .missed ? AssignmentLife.end : .noon) + .minutes(1)
        #expect(life.actions(for: .recipient, at: now, under: DareRules()) == recipient)
        #expect(life.actions(for: .sender, at: now, under: DareRules()) == sender)
    }

    @Test func `after the deadline it may be started, and after 7 days more nothing`() {
        let end = AssignmentLife.end
        let sent = AssignmentLife.workout(.sent)
        #expect(
            sent.actions(for: .recipient, at: end, under: DareRules()) == [.read, .start, .deny]
        )
        #expect(sent.actions(for: .recipient, at: end + .tick, under: DareRules()) == [.start])
        #expect(sent.actions(for: .sender, at: end + .tick, under: DareRules()).isEmpty)
        let late = end + .days(7)
        #expect(sent.actions(for: .recipient, at: late - .tick, under: DareRules()) == [.start])
        #expect(sent.actions(for: .recipient, at: late, under: DareRules()).isEmpty)
        let missed = AssignmentLife.workout(.missed)
        #expect(
            missed.actions(for: .recipient, at: late - .tick, under: DareRules()) == [.complete]
        )
        #expect(missed.actions(for: .recipient, at: late, under: DareRules()).isEmpty)
    }

    @Test(arguments: AssignmentLife.State.ofWorkouts)
    func `only what was completed in time has points`(state: AssignmentLife.State) {
        var life = AssignmentLife.workout(state)
        let isPaid = state == .completed
        #expect(life.points(for: .recipient, under: DareRules()) == (isPaid ? 100 : nil))
        #expect(life.points(for: .sender, under: DareRules()) == (isPaid ? 10 : nil))
        life.completedAt = life.completedAt.map { _ in AssignmentLife.end + .tick }
        #expect(life.points(for: .recipient, under: DareRules()) == nil)
        #expect(life.points(for: .sender, under: DareRules()) == nil)
    }
}
