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
            #expect(watched?.code == "challenges.not_your_part", "\(name) in \(state)")
            #expect(watched?.kind == .forbidden)
            #expect(watched?.assignment == (try await scene.get(id, as: watcher)))
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

    @Test(arguments: Dare.State.allCases)
    func `only what is done can be made void, and every refusal shows what is`(
        state: Dare.State
    ) async throws {
        let scene = Scene()
        let id = try await scene.make(state)
        let before = try await scene.get(id, as: scene.ana)
        func fault(_ version: Int64) async -> Fault? {
            do throws(Fault) {
                _ = try await scene.moderate(
                    VoidAssignment(assignment: id, reason: "No.", ifVersion: version)
                )
                return nil
            } catch {
                return error
            }
        }
        let old = await fault(before.version - 1)
        #expect(old?.code == "challenges.version_stale")
        #expect(old?.assignment?.version == before.version)
        let refused = await fault(before.version)
        let after = try await scene.get(id, as: scene.ana)
        if state == .done {
            #expect(refused == nil)
            #expect(after.state == .void)
        } else {
            #expect(refused?.code == "challenges.wrong_state")
            #expect(refused?.kind == .conflict)
            #expect(refused?.assignment?.state == before.state)
            #expect(after == before)
        }
    }

    @Test(arguments: MoveName.allCases)
    private func `no refusal of a move tells a stranger what is`(name: MoveName) async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let fault = await name.fault(id, in: scene, as: scene.cy)
        #expect(fault == ChallengesError.assignmentNotFound.fault)
        #expect(fault?.current == nil)
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
