import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

/// Every move in every state, by sender, recipient and a stranger, through the switchboard.
@Suite(.freshDatabase(Challenges.migrations))
struct MovesTests {
    /// The moves that each state allows; everything else is a conflict.
    private static let allowed: [AssignmentLife.State: [MoveName: Assignment.State]] = [
        .sent: [.accept: .accepted, .deny: .denied, .withdraw: .withdrawn],
        .accepted: [.submit: .submitted, .giveUp: .abandoned, .excuse: .void],
        .submitted: [
            .retract: .accepted, .approve: .done, .tryAgain: .accepted, .reject: .rejected,
        ],
        .rejected: [.approve: .done],
    ]

    @Test(arguments: AssignmentLife.State.ofDares)
    func `a state allows the moves in the table, to their side`(
        state: AssignmentLife.State
    ) async throws {
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

    @Test func `a move returns what is stored, earlier attempts included`() async throws {
        for (state, moves) in Self.allowed {
            for name in moves.keys {
                let scene = Scene()
                let id = try await scene.make(.submitted)
                scene.clock.advance(by: .seconds(1))
                _ = try await scene.ask(TryAgain(assignment: id, reason: "Again."), as: scene.ana)
                scene.clock.advance(by: .seconds(1))
                let other = try await scene.make(state)
                var ids = [other]
                if state != .sent { ids.append(try await again(state, id, scene)) }
                for id in ids {
                    scene.clock.advance(by: .seconds(1))
                    let doer = name.isRecipients ? scene.bo : scene.ana
                    let answer = try await name.make(id, in: scene, as: doer)
                    let stored = try await scene.get(id, as: doer)
                    #expect(answer == stored, "\(name) in \(state)")
                }
            }
        }
    }

    /// Moves an accepted assignment to a state.
    private func again(
        _ state: AssignmentLife.State,
        _ id: AssignmentID,
        _ scene: Scene
    ) async throws -> AssignmentID {
        guard state != .accepted else { return id }
        _ = try await scene.ask(SubmitAssignment(assignment: id, note: "Again."), as: scene.bo)
        if state == .rejected {
            _ = try await scene.ask(RejectSubmission(assignment: id, reason: "No."), as: scene.ana)
        }
        return id
    }

    @Test func `the server refuses a change of another version`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let before = try await scene.get(id)
        let error = await #expect(throws: PostgresError.self) {
            try await scene.database.transaction { tx in
                guard var dare = try await tx.holdNamed(id)?.life else { return }
                dare.state = .withdrawn
                dare.closedAt = dare.sentAt
                dare.version += 2
                try tx.save(dare, of: id, over: dare.version - 1)
            }
        }
        #expect(error?.sqlState == "23502")
        #expect(try await scene.get(id) == before)
    }

    @Test(arguments: AssignmentLife.State.ofDares)
    func `only a done assignment can be voided, and every refusal shows the current one`(
        state: AssignmentLife.State
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

    @Test func `no refused move shows a stranger the assignment`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        for name in MoveName.allCases {
            let fault = await name.fault(id, in: scene, as: scene.cy)
            #expect(fault == ChallengesError.assignmentNotFound.fault)
            #expect(fault?.current == nil)
        }
    }

    @Test func `only a done assignment is reported to scoring`() async throws {
        let scene = Scene()
        // The expired one first: it takes 14 days, during which a submitted one would become done.
        _ = try await scene.make(.expired)
        for state in AssignmentLife.State.ofDares where ![.done, .expired].contains(state) {
            _ = try await scene.make(state)
        }
        #expect(try await scene.emitted(AssignmentDone.self).isEmpty)
        #expect(try await scene.emitted(AssignmentVoided.self).isEmpty)
    }
}

/// The moves of sender and recipient, as calls.
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

    /// Makes the move and returns its refusal.
    func fault(
        _ id: AssignmentID,
        in scene: Scene,
        as user: UserID,
        ifVersion version: Int64? = nil
    ) async -> Fault? {
        do throws(Fault) {
            _ = try await make(id, in: scene, as: user, ifVersion: version)
            return nil
        } catch {
            return error
        }
    }

    /// Makes the move.
    func make(
        _ id: AssignmentID,
        in scene: Scene,
        as user: UserID,
        ifVersion version: Int64? = nil
    ) async throws(Fault) -> Assignment {
        switch self {
        case .accept:
            try await scene.ask(AcceptAssignment(assignment: id, ifVersion: version), as: user)
        case .deny:
            try await scene.ask(
                DenyAssignment(assignment: id, reason: "Why?", ifVersion: version),
                as: user
            )
        case .submit:
            try await scene.ask(SubmitAssignment(assignment: id, ifVersion: version), as: user)
        case .retract:
            try await scene.ask(RetractSubmission(assignment: id, ifVersion: version), as: user)
        case .giveUp:
            try await scene.ask(GiveUpAssignment(assignment: id, ifVersion: version), as: user)
        case .approve:
            try await scene.ask(ApproveSubmission(assignment: id, ifVersion: version), as: user)
        case .tryAgain:
            try await scene.ask(
                TryAgain(assignment: id, reason: "Again.", ifVersion: version),
                as: user
            )
        case .reject:
            try await scene.ask(
                RejectSubmission(assignment: id, reason: "No.", ifVersion: version),
                as: user
            )
        case .withdraw:
            try await scene.ask(WithdrawAssignment(assignment: id, ifVersion: version), as: user)
        case .excuse:
            try await scene.ask(ExcuseAssignment(assignment: id, ifVersion: version), as: user)
        }
    }
}
