import ChallengesAPI
import Identifiers
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Every move in every state, by both and by a stranger, through the switchboard.
@Suite(.freshDatabase(Challenges.migrations))
struct MovesTests {
    /// What each state allows to whom; everything else is a conflict.
    private static let allowed: [Dare.State: [MoveName: Assignment.State]] = [
        .sent: [.accept: .accepted, .deny: .denied, .withdraw: .withdrawn],
        .accepted: [.submit: .submitted, .giveUp: .abandoned, .excuse: .void],
        .submitted: [
            .retract: .accepted, .approve: .done, .tryAgain: .accepted, .reject: .rejected,
        ],
        .rejected: [.approve: .done],
    ]

    @Test(arguments: Dare.State.allCases)
    func `a state allows what the table says, to whom it says`(state: Dare.State) async throws {
        for name in MoveName.allCases {
            let scene = Scene()
            let id = try await scene.make(state)
            let (doer, watcher) =
                name.isRecipients ? (scene.bo, scene.ana) : (scene.ana, scene.bo)
            let before = try await scene.get(id, as: doer)

            let watched = await name.fault(id, in: scene, as: watcher)
            #expect(watched == ChallengesError.notYourPart.fault, "\(name) in \(state)")
            let strange = await name.fault(id, in: scene, as: scene.cy)
            #expect(strange == ChallengesError.assignmentNotFound.fault, "\(name) in \(state)")

            let old = await name.fault(id, in: scene, as: doer, ifVersion: before.version - 1)
            #expect(old?.code == "challenges.version_stale", "\(name) in \(state)")
            #expect(old?.kind == .stale)
            #expect(old?.assignment == before)

            let fault = await name.fault(id, in: scene, as: doer, ifVersion: before.version)
            let after = try await scene.get(id, as: doer)
            if let next = Self.allowed[state]?[name] {
                #expect(fault == nil, "\(name) in \(state)")
                #expect(after.state == next, "\(name) in \(state)")
                #expect(after.version == before.version + 1)
                #expect(before.actions.contains(name.action))
            } else {
                #expect(fault?.code == "challenges.wrong_state", "\(name) in \(state)")
                #expect(fault?.kind == .conflict)
                #expect(fault?.assignment == before, "\(name) in \(state)")
                #expect(after == before)
                #expect(!before.actions.contains(name.action))
            }
        }
    }

    @Test func `the way from sending to the points, as both see it`() async throws {
        let scene = Scene()
        let id = try await scene.send(deadline: scene.clock.now + .days(3))
        #expect(try await scene.get(id, as: scene.ana).displayState == .pending)
        #expect(try await scene.get(id, as: scene.ana).icon == .hourglass)
        scene.clock.advance(by: .minutes(1))
        let accepted = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(accepted.answeredAt == scene.clock.now)
        #expect(accepted.readAt == scene.clock.now)
        #expect(accepted.icon == .check)
        scene.clock.advance(by: .minutes(1))
        let submitted = try await scene.ask(
            SubmitAssignment(assignment: id, note: "Look!"),
            as: scene.bo
        )
        #expect(submitted.displayState == .pending)
        #expect(submitted.attempts.map(\.outcome) == [.waiting])
        #expect(submitted.attempts[0].note == "Look!")
        #expect(submitted.attemptsLeft == 4)
        #expect(submitted.isVerified == nil)
        #expect(try await scene.get(id, as: scene.ana).displayState == .accepted)
        #expect(try await scene.dueTimes() == [scene.clock.now + .days(7)])
        scene.clock.advance(by: .minutes(1))
        let done = try await scene.ask(ApproveSubmission(assignment: id), as: scene.ana)
        #expect(done.state == .done)
        #expect(done.displayState == .done)
        #expect(done.icon == .none)
        #expect(done.actions.isEmpty)
        #expect(done.isVerified == true)
        #expect(done.points == 10)
        #expect(done.closedAt == scene.clock.now)
        #expect(done.attempts.map(\.outcome) == [.approved])
        #expect(done.attempts[0].decidedAt == scene.clock.now)
        #expect(try await scene.get(id, as: scene.bo).points == 100)
        #expect(try await scene.dueTimes().isEmpty)
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.count == 1)
        #expect(events.first?.assignment == id)
        #expect(events.first?.completer == scene.bo)
        #expect(events.first?.sender == scene.ana)
        #expect(events.first?.at == scene.clock.now)
        #expect(events.first?.isVerified == true)
    }

    @Test func `only a done one is told to scoring`() async throws {
        let scene = Scene()
        // The expired one first: it takes 14 days, in which a submitted one would become done.
        _ = try await scene.make(.expired)
        for state in Dare.State.allCases where ![.done, .expired].contains(state) {
            _ = try await scene.make(state)
        }
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }

    @Test func `a reason is kept where it belongs`() async throws {
        let scene = Scene()
        let denied = try await scene.ask(
            DenyAssignment(assignment: scene.send(), reason: "Busy"),
            as: scene.bo
        )
        #expect(denied.reason == "Busy")
        let excused = try await scene.ask(
            ExcuseAssignment(assignment: scene.make(.accepted), reason: "Ill"),
            as: scene.ana
        )
        #expect(excused.reason == "Ill")
        #expect(excused.closedReason == "void")
        let rejected = try await scene.ask(
            RejectSubmission(assignment: scene.make(.submitted), reason: "Don't"),
            as: scene.ana
        )
        #expect(rejected.reason == "Don't")
        #expect(rejected.attempts.map(\.reason) == ["Don't"])
        #expect(rejected.closedReason == "rejected")
    }

    @Test(arguments: ["", " ", String(repeating: "x", count: 501)])
    func `a reason must fit`(reason: String) async throws {
        let scene = Scene()
        let refusal = Refusal(ChallengesError.reasonInvalid, at: "/reason").fault
        let sent = try await scene.send()
        let deny = DenyAssignment(assignment: sent, reason: reason)
        #expect(await scene.fault(deny, as: scene.bo) == refusal)
        let id = try await scene.make(.submitted)
        let again = TryAgain(assignment: id, reason: reason)
        #expect(await scene.fault(again, as: scene.ana) == refusal)
        let reject = RejectSubmission(assignment: id, reason: reason)
        #expect(await scene.fault(reject, as: scene.ana) == refusal)
        let accepted = try await scene.make(.accepted)
        let excuse = ExcuseAssignment(assignment: accepted, reason: reason)
        #expect(await scene.fault(excuse, as: scene.ana) == refusal)
    }

    @Test func `a lost reply is given again`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let call = AcceptAssignment(assignment: id)
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        scene.clock.advance(by: .minutes(1))
        _ = try await scene.ask(GiveUpAssignment(assignment: id), as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        let repeated = await scene.fault(call, as: scene.bo)
        #expect(repeated?.code == "challenges.wrong_state")
        #expect(repeated?.assignment?.state == .abandoned)
    }

    @Test func `too late to accept is a conflict with the present assignment`() async throws {
        let scene = Scene()
        let id = try await scene.send(deadline: scene.clock.now + .hours(1))
        scene.clock.advance(by: .hours(1))
        let fault = await scene.fault(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(fault?.code == "challenges.deadline_passed")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment?.state == .sent)
    }
}

/// The moves of the two, as calls.
private enum MoveName: CaseIterable {
    case accept, deny, submit, retract, giveUp, approve, tryAgain, reject, withdraw, excuse

    var isRecipients: Bool {
        switch self {
        case .accept, .deny, .submit, .retract, .giveUp: true
        case .approve, .tryAgain, .reject, .withdraw, .excuse: false
        }
    }

    var action: Assignment.Action {
        switch self {
        case .accept: .accept
        case .deny: .deny
        case .submit: .submit
        case .retract: .retract
        case .giveUp: .giveUp
        case .approve: .approve
        case .tryAgain: .tryAgain
        case .reject: .reject
        case .withdraw: .withdraw
        case .excuse: .excuse
        }
    }

    /// Makes the move, and answers what it is refused with.
    func fault(
        _ id: AssignmentID,
        in scene: Scene,
        as user: UserID,
        ifVersion version: Int64? = nil
    ) async -> Fault? {
        switch self {
        case .accept:
            await scene.fault(AcceptAssignment(assignment: id, ifVersion: version), as: user)
        case .deny:
            await scene.fault(DenyAssignment(assignment: id, ifVersion: version), as: user)
        case .submit:
            await scene.fault(SubmitAssignment(assignment: id, ifVersion: version), as: user)
        case .retract:
            await scene.fault(RetractSubmission(assignment: id, ifVersion: version), as: user)
        case .giveUp:
            await scene.fault(GiveUpAssignment(assignment: id, ifVersion: version), as: user)
        case .approve:
            await scene.fault(ApproveSubmission(assignment: id, ifVersion: version), as: user)
        case .tryAgain:
            await scene.fault(
                TryAgain(assignment: id, reason: "Again.", ifVersion: version),
                as: user
            )
        case .reject:
            await scene.fault(
                RejectSubmission(assignment: id, reason: "No.", ifVersion: version),
                as: user
            )
        case .withdraw:
            await scene.fault(WithdrawAssignment(assignment: id, ifVersion: version), as: user)
        case .excuse:
            await scene.fault(ExcuseAssignment(assignment: id, ifVersion: version), as: user)
        }
    }
}
