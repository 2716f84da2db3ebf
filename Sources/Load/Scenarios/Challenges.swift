import ChallengesAPI
import Identifiers
import RPC
import Values
import Wire

extension Scenario {
    static let challenges = [
        calling(.challenges, "received", "the first page of received dares") { _, _ in
            ListAssignments(role: .recipient)
        },
        calling(.challenges, "sent", "the first page of sent dares") { _, _ in
            ListAssignments(role: .sender)
        },
        calling(.challenges, "assignment", "one dare, as its recipient sees it") { stage, number in
            GetAssignment(assignment: PreparedDares.assignment(stage.number(number), 0))
        },
        callingAnew(.challenges, "create", "a new dare for a friend; calls identityd as well") {
            stage,
            number in
            (dare(for: stage.friend(number)), CallContext(user: stage.person(number)))
        },
        Scenario(
            target: .challenges,
            name: "answer",
            summary: "a dare from start to end: sent, accepted, submitted, approved",
            steps: Answering.Step.allCases.map(\.rawValue)
        ) { stage, player in
            Answering(
                caller: stage.connection(player),
                sender: stage.person(player),
                recipient: stage.friend(player),
                timeout: stage.timeout
            )
        },
        calling(.challenges, "contests", "the first page of the contests that the user is in") {
            _,
            _ in
            ListContests(list: .current)
        },
        calling(.challenges, "contest", "one contest, as anyone sees it") { stage, number in
            GetContest(contest: stage.contest(number))
        },
        callingAnew(.challenges, "log", "a new entry of a contest") { stage, number in
            let call = AddEntry(
                contest: stage.contest(number),
                amount: Amount(millionths: 1_500_000),
                note: "Before breakfast."
            )
            return (call, CallContext(user: stage.participant(number)))
        },
        callingAnew(.challenges, "entries", "the first page of a contest's entries") {
            stage,
            number in
            let call = ListEntries(contest: stage.contest(number))
            return (call, CallContext(user: stage.participant(number)))
        },
        callingAnew(.challenges, "gallery", "the first page of a contest's pictures") {
            stage,
            number in
            let call = ListPhotos(contest: stage.contest(number))
            return (call, CallContext(user: stage.participant(number)))
        },
        Scenario(
            target: .challenges,
            name: "steps",
            summary: "a day of steps: a goal, totals of two devices, and what is reached",
            steps: StepsScenario.Screen.allCases.map(\.rawValue)
        ) { stage, player in
            StepsScenario(caller: stage.connection(player), environment: stage)
        },
    ]

    private static func dare(for friend: UserID) -> CreateChallenge {
        CreateChallenge(
            name: "Ten push-ups before breakfast",
            description: "All the way down. No photo needed.",
            recipients: [friend]
        )
    }

    /// A virtual user that takes one dare after another through all its steps, on both sides.
    private struct Answering: VirtualUser {
        let caller: any Caller
        let sender: UserID
        let recipient: UserID
        let timeout: Duration
        private var next = Step.create
        private var dare: AssignmentID?

        init(caller: any Caller, sender: UserID, recipient: UserID, timeout: Duration) {
            self.caller = caller
            self.sender = sender
            self.recipient = recipient
            self.timeout = timeout
        }

        enum Step: String, CaseIterable {
            case create, accept, submit, approve
        }

        mutating func step() async -> StepOutcome {
            let step = next
            let number = Step.allCases.firstIndex(of: step) ?? 0
            do throws(Fault) {
                try await take(step)
                return StepOutcome(step: number)
            } catch {
                next = .create
                return StepOutcome(step: number, code: error.code)
            }
        }

        private mutating func take(_ step: Step) async throws(Fault) {
            switch (step, dare) {
            case (.accept, let dare?):
                try await ask(AcceptAssignment(assignment: dare), as: recipient)
                next = .submit
            case (.submit, let dare?):
                let call = SubmitAssignment(assignment: dare, note: "Done, and one extra.")
                try await ask(call, as: recipient)
                next = .approve
            case (.approve, let dare?):
                try await ask(ApproveSubmission(assignment: dare), as: sender)
                next = .create
            default:
                let made = try await caller.call(
                    Scenario.dare(for: recipient),
                    in: context(of: sender)
                )
                dare = made.assignments.first?.id
                next = .accept
            }
        }

        private func ask(_ call: some Call, as user: UserID) async throws(Fault) {
            _ = try await caller.forward(call, in: context(of: user))
        }

        private func context(of user: UserID) -> CallContext {
            CallContext(user: user, deadline: .now + timeout)
        }
    }
}
