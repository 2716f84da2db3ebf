import ChallengesAPI
import ChallengesTestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// What sender and recipient see of each state (2.2-labels).
struct DareLabelTests {
    private struct Label: Sendable {
        let state: AssignmentLife.State
        let recipient: Assignment.DisplayState
        let sender: Assignment.DisplayState
        let recipientIcon: Assignment.Icon
        let senderIcon: Assignment.Icon
        var closedReason: String?
    }

    private static let labels = [
        Label(
            state: .sent,
            recipient: .unread,
            sender: .pending,
            recipientIcon: .exclamation,
            senderIcon: .hourglass
        ),
        Label(
            state: .accepted,
            recipient: .accepted,
            sender: .accepted,
            recipientIcon: .check,
            senderIcon: .check
        ),
        Label(
            state: .submitted,
            recipient: .pending,
            sender: .accepted,
            recipientIcon: .hourglass,
            senderIcon: .check
        ),
        Label(
            state: .done,
            recipient: .done,
            sender: .done,
            recipientIcon: .none,
            senderIcon: .none
        ),
        Label(
            state: .denied,
            recipient: .denied,
            sender: .denied,
            recipientIcon: .cross,
            senderIcon: .cross
        ),
        closed(.rejected, "rejected"),
        closed(.expired, "expired"),
        closed(.withdrawn, "withdrawn"),
        closed(.abandoned, "abandoned"),
        closed(.void, "void"),
    ]

    private static func closed(_ state: AssignmentLife.State, _ reason: String) -> Label {
        Label(
            state: state,
            recipient: .closed,
            sender: .closed,
            recipientIcon: .none,
            senderIcon: .none,
            closedReason: reason
        )
    }

    @Test(arguments: labels)
    private func `a state looks different to each side`(label: Label) {
        let dare = AssignmentLife.in(label.state)
        #expect(dare.shownState.rawValue == label.state.rawValue)
        #expect(dare.displayState(for: .recipient) == label.recipient)
        #expect(dare.displayState(for: .sender) == label.sender)
        #expect(dare.icon(for: .recipient) == label.recipientIcon)
        #expect(dare.icon(for: .sender) == label.senderIcon)
        #expect(dare.closedReason == label.closedReason)
    }

    @Test func `every state has a label`() {
        #expect(Set(Self.labels.map(\.state)) == Set(AssignmentLife.State.ofDares))
    }

    private static let actions:
        [(AssignmentLife.State, recipient: [Assignment.Action], sender: [Assignment.Action])] = [
            (.sent, [.read, .accept, .deny], [.withdraw]),
            (.accepted, [.submit, .giveUp], [.excuse]),
            (.submitted, [.retract], [.approve, .tryAgain, .reject]),
            (.rejected, [], [.approve]),
            (.done, [], []), (.denied, [], []), (.expired, [], []), (.withdrawn, [], []),
            (.abandoned, [], []), (.void, [], []),
        ]

    @Test(arguments: actions)
    func `each side may do what the state allows`(
        state: AssignmentLife.State,
        recipient: [Assignment.Action],
        sender: [Assignment.Action]
    ) {
        let dare = AssignmentLife.in(state)
        let now = Instant.noon + .minutes(1)
        #expect(dare.actions(for: .recipient, at: now, under: DareRules()) == recipient)
        #expect(dare.actions(for: .sender, at: now, under: DareRules()) == sender)
    }

    @Test func `once read, reading is no longer offered`() throws {
        var dare = AssignmentLife(sentAt: .noon)
        try dare.take(.read, at: .noon, under: DareRules())
        #expect(dare.actions(for: .recipient, at: .noon, under: DareRules()) == [.accept, .deny])
    }

    @Test func `after the deadline some actions are gone`() {
        let late = Instant.noon + .hours(1)
        var sent = AssignmentLife.in(.sent)
        sent.deadline = late
        #expect(sent.actions(for: .recipient, at: late, under: DareRules()).isEmpty)
        var accepted = AssignmentLife.in(.accepted)
        accepted.deadline = late
        #expect(accepted.actions(for: .recipient, at: late, under: DareRules()).isEmpty)
        var submitted = AssignmentLife.in(.submitted)
        submitted.deadline = late
        #expect(submitted.actions(for: .recipient, at: late, under: DareRules()).isEmpty)
        #expect(
            submitted.actions(for: .sender, at: late, under: DareRules())
                == [.approve, .tryAgain, .reject]
        )
    }

    @Test func `after five attempts there is no other try, nor after 7 days another verdict`() {
        var submitted = AssignmentLife.in(.submitted)
        submitted.attempts = 5
        #expect(
            submitted.actions(for: .sender, at: .noon, under: DareRules()) == [.approve, .reject]
        )
        let rejected = AssignmentLife.in(.rejected)
        let late = Instant.noon + .days(7)
        #expect(rejected.actions(for: .sender, at: late, under: DareRules()).isEmpty)
    }

    @Test(arguments: AssignmentLife.State.ofDares)
    func `only a done assignment has points`(state: AssignmentLife.State) {
        let dare = AssignmentLife.in(state)
        let usual = DareRules()
        #expect(dare.points(for: .recipient, under: usual) == (state == .done ? 100 : nil))
        #expect(dare.points(for: .sender, under: usual) == (state == .done ? 10 : nil))
        let rich = DareRules(completedPoints: 7, sentPoints: 0)
        #expect(dare.points(for: .recipient, under: rich) == (state == .done ? 7 : nil))
        #expect(dare.points(for: .sender, under: rich) == (state == .done ? 0 : nil))
    }

    @Test func `actions are named like their URLs`() {
        let words =
            "read accept start deny submit complete retract give-up approve try-again reject "
            + "withdraw excuse"
        let actions = Assignment.Action.allCases.filter { $0 != .unknown }
        #expect(actions.map(\.rawValue) == words.split(separator: " ").map(String.init))
    }
}
