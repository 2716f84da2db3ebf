import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Outbox
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

/// Whom each move tells what, and what it settles (2.2-notices).
@Suite(.freshDatabase(Challenges.migrations))
struct NoticesTests {
    /// What a move has to tell.
    private struct Told: Hashable, CustomStringConvertible {
        let kind: Notice.Kind
        let people: [UserID]
        let actor: UserID?
        let cause: String

        var description: String { "\(kind) to \(people.count) of \(cause)" }
    }

    /// What a move has to settle.
    private struct Settled: Hashable {
        let kinds: [Notice.Kind]
        let outcome: NoticesSettled.Outcome
    }

    @Test func `sending tells each recipient`() async throws {
        let scene = Scene()
        let made = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy]),
            as: scene.ana,
            key: "k"
        )
        _ = try await scene.ask(
            CreateChallenge(name: "Dance", recipients: [scene.bo, scene.cy]),
            as: scene.ana,
            key: "k"
        )
        let told = try await scene.emitted(PeopleTold.self)
        #expect(told.map(\.people) == [[scene.bo], [scene.cy]])
        #expect(told.map(\.subject) == made.assignments.map { Notice.Subject($0.id) })
        #expect(told.map(\.cause) == made.assignments.map { "\($0.id)" })
        for event in told {
            #expect(event.kind == .dareReceived)
            #expect(event.actor == scene.ana)
            #expect(event.challenge == made.id)
            #expect(event.name == "Dance")
            #expect(event.at == scene.clock.now)
            #expect(event.expiresAt == scene.clock.now + .days(14))
        }
        #expect(try await scene.emitted(NoticesSettled.self).isEmpty)
    }

    @Test func `accepting tells the sender`() async throws {
        try await expect(.sent, { AcceptAssignment(assignment: $0) }, by: \.bo) { scene, id in
            [told(.accepted, scene.ana, by: scene.bo, "\(id)")]
        } settled: {
            [Settled(kinds: [.dareReceived], outcome: .acted)]
        }
    }

    @Test func `denying tells the sender`() async throws {
        try await expect(.sent, { DenyAssignment(assignment: $0) }, by: \.bo) { scene, id in
            [told(.denied, scene.ana, by: scene.bo, "\(id)")]
        } settled: {
            [
                Settled(kinds: [.dareReceived], outcome: .acted),
                Settled(kinds: [.deadlineNear], outcome: .gone),
            ]
        }
    }

    @Test func `withdrawing tells nobody and takes the notice away`() async throws {
        try await expect(.sent, { WithdrawAssignment(assignment: $0) }, by: \.ana) { _, _ in
            []
        } settled: {
            [Settled(kinds: [.dareReceived, .deadlineNear], outcome: .gone)]
        }
    }

    @Test func `reading tells nobody`() async throws {
        try await expect(.sent, { ReadAssignment(assignment: $0) }, by: \.bo) { _, _ in
            []
        } settled: {
            []
        }
    }

    @Test func `submitting asks the sender for a verdict`() async throws {
        try await expect(.accepted, { SubmitAssignment(assignment: $0) }, by: \.bo) { scene, id in
            [told(.reviewNeeded, scene.ana, by: scene.bo, "\(id)/1")]
        } settled: {
            [Settled(kinds: [.deadlineNear], outcome: .acted)]
        }
    }

    @Test func `giving up tells the sender`() async throws {
        try await expect(.accepted, { GiveUpAssignment(assignment: $0) }, by: \.bo) { scene, id in
            [told(.gaveUp, scene.ana, by: scene.bo, "\(id)")]
        } settled: {
            [Settled(kinds: [.deadlineNear], outcome: .gone)]
        }
    }

    @Test func `excusing tells the recipient`() async throws {
        try await expect(.accepted, { ExcuseAssignment(assignment: $0) }, by: \.ana) { scene, id in
            [told(.excused, scene.bo, by: scene.ana, "\(id)")]
        } settled: {
            [Settled(kinds: [.deadlineNear], outcome: .gone)]
        }
    }

    @Test func `retracting tells nobody and takes the question away`() async throws {
        try await expect(.submitted, { RetractSubmission(assignment: $0) }, by: \.bo) { _, _ in
            []
        } settled: {
            [Settled(kinds: [.reviewNeeded], outcome: .gone)]
        }
    }

    @Test func `approving tells the recipient`() async throws {
        try await expect(.submitted, { ApproveSubmission(assignment: $0) }, by: \.ana) {
            scene,
            id in
            [told(.verdict, scene.bo, by: scene.ana, "\(id)/1/approved")]
        } settled: {
            [Settled(kinds: [.reviewNeeded], outcome: .acted)]
        }
    }

    @Test func `asking for another try tells the recipient`() async throws {
        try await expect(
            .submitted,
            { TryAgain(assignment: $0, reason: "Blurred.") },
            by: \.ana
        ) { scene, id in
            [told(.verdict, scene.bo, by: scene.ana, "\(id)/1/tryAgain")]
        } settled: {
            [Settled(kinds: [.reviewNeeded], outcome: .acted)]
        }
    }

    @Test func `rejecting tells the recipient`() async throws {
        try await expect(
            .submitted,
            { RejectSubmission(assignment: $0, reason: "No.") },
            by: \.ana
        ) { scene, id in
            [told(.verdict, scene.bo, by: scene.ana, "\(id)/1/rejected")]
        } settled: {
            [Settled(kinds: [.reviewNeeded], outcome: .acted)]
        }
    }

    @Test func `changing a rejection tells the recipient once more`() async throws {
        try await expect(.rejected, { ApproveSubmission(assignment: $0) }, by: \.ana) { scene, id in
            [told(.verdict, scene.bo, by: scene.ana, "\(id)/1/approved")]
        } settled: {
            []
        }
    }

    @Test func `a moderator's voiding tells both, without a name`() async throws {
        let scene = Scene()
        let id = try await scene.make(.done)
        let before = try await counts(scene)
        let call = VoidAssignment(assignment: id, reason: "Fraud.")
        _ = try await scene.moderate(call, key: "k")
        _ = try await scene.moderate(call, key: "k")
        #expect(
            try await news(scene, after: before) == [
                Told(
                    kind: .voided,
                    people: [scene.bo, scene.ana],
                    actor: nil,
                    cause: "\(id)"
                )
            ]
        )
    }

    @Test(arguments: [AssignmentLife.State.sent, .accepted])
    func `an end by time tells both, quietly`(state: AssignmentLife.State) async throws {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let id = try await scene.make(state, deadline: scene.clock.now + .hours(1))
        let before = try await counts(scene)
        scene.clock.advance(by: .hours(1))
        _ = try await scene.fireDue()
        #expect(
            try await news(scene, after: before) == [
                Told(
                    kind: .expired,
                    people: [scene.bo, scene.ana],
                    actor: nil,
                    cause: "\(id)"
                )
            ]
        )
        let settled = try await settlements(scene, after: before)
        let waiting: [Notice.Kind] =
            state == .sent ? [.dareReceived, .deadlineNear] : [.deadlineNear]
        #expect(settled == [Settled(kinds: waiting, outcome: .expired)])
        #expect(try await scene.fireDue() == 0)
    }

    @Test func `a sender's silence tells both`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let before = try await counts(scene)
        scene.clock.advance(by: .days(7))
        _ = try await scene.fireDue()
        #expect(
            try await news(scene, after: before) == [
                Told(
                    kind: .autoApproved,
                    people: [scene.bo, scene.ana],
                    actor: nil,
                    cause: "\(id)"
                )
            ]
        )
        #expect(
            try await settlements(scene, after: before)
                == [Settled(kinds: [.reviewNeeded], outcome: .expired)]
        )
    }

    @Test(arguments: [AssignmentLife.State.sent, .accepted, .submitted])
    func `a block takes notices away and tells nobody`(state: AssignmentLife.State) async throws {
        let scene = Scene()
        let id = try await scene.make(state)
        let before = try await counts(scene)
        let pair = Pair(scene.ana, scene.bo)
        _ = try await scene.tell(
            RelationChanged(one: pair.one, other: pair.other, relation: .blocked, version: 2)
        )
        #expect(try await scene.get(id).state == .void)
        #expect(try await news(scene, after: before).isEmpty)
        #expect(
            try await settlements(scene, after: before) == [
                Settled(kinds: [.dareReceived, .deadlineNear, .reviewNeeded], outcome: .gone)
            ]
        )
    }

    @Test func `a deadline is told of twice, or once where less time was left`() async throws {
        let rules = DareRules(deadlineMin: .seconds(1), noticeBefore: [.seconds(6), .seconds(2)])
        let scene = Scene(rules: Rules(dares: rules))
        let start = scene.clock.now
        let long = try await scene.send(deadline: start + .seconds(8))
        let short = try await scene.send(deadline: start + .seconds(4))
        var told: [Int: [Told]] = [:]
        for second in 1...9 {
            let before = try await counts(scene)
            scene.clock.advance(by: .seconds(1))
            _ = try await scene.fireDue()
            let news = try await news(scene, after: before)
            if !news.isEmpty { told[second] = news }
        }
        func near(_ id: AssignmentID, _ deadline: Duration, _ before: Int) -> Told {
            let moment = (start + deadline).microseconds
            return Told(
                kind: .deadlineNear,
                people: [scene.bo],
                actor: nil,
                cause: "\(id)/\(moment)/\(before)"
            )
        }
        func ended(_ id: AssignmentID) -> Told {
            Told(kind: .expired, people: [scene.bo, scene.ana], actor: nil, cause: "\(id)")
        }
        let longEnd = Duration.seconds(8)
        #expect(Set(told[2] ?? []) == [near(long, longEnd, 6), near(short, .seconds(4), 2)])
        #expect(told[4] == [ended(short)])
        #expect(told[6] == [near(long, longEnd, 2)])
        #expect(told[8] == [ended(long)])
        #expect(Set(told.keys) == [2, 4, 6, 8])
        #expect(try await scene.get(long).version == 2)
    }

    @Test func `after more time was given only the new deadline is told of`() async throws {
        let rules = DareRules(extraTime: .seconds(5), noticeBefore: [.seconds(2)])
        let scene = Scene(rules: Rules(dares: rules))
        let first = scene.clock.now + .minutes(5)
        let id = try await scene.make(.submitted, deadline: first)
        let second = first + .minutes(1)
        let again = TryAgain(assignment: id, reason: "Again.", deadline: second)
        _ = try await scene.ask(again, as: scene.ana)
        let before = try await counts(scene)
        scene.clock.advance(by: .minutes(5))
        #expect(try await scene.fireDue() == 0)
        scene.clock.advance(by: .seconds(58))
        #expect(try await scene.fireDue() == 1)
        let news = try await news(scene, after: before)
        #expect(news.map(\.cause) == ["\(id)/\(second.microseconds)/2"])
    }

    @Test func `time goes first, however late its timer is`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(30)
        let sent = try await scene.make(.sent, deadline: deadline)
        let submitted = try await scene.make(.submitted)
        let before = try await counts(scene)
        // The notice 24 hours before is due; its timer did not fire.
        scene.clock.advance(by: .hours(7))
        _ = try await scene.ask(ReadAssignment(assignment: sent), as: scene.bo)
        #expect(try await news(scene, after: before).map(\.kind) == [.deadlineNear])
        scene.clock.advance(by: .days(7))
        let late = await scene.fault(DenyAssignment(assignment: sent), as: scene.bo)
        #expect(late?.code == "challenges.wrong_state")
        let accepted = await scene.fault(AcceptAssignment(assignment: sent), as: scene.bo)
        #expect(accepted?.code == "challenges.deadline_passed")
        let verdict = await scene.fault(ApproveSubmission(assignment: submitted), as: scene.ana)
        #expect(verdict?.code == "challenges.wrong_state")
        #expect(try await scene.fireDue() == 2)
        #expect(try await scene.get(sent).state == .expired)
        #expect(try await scene.get(submitted).isVerified == false)
    }

    @Test func `timers of the previous release are served, and taken back by a move`()
        async throws
    {
        let scene = Scene(rules: Rules(dares: DareRules(noticeBefore: [])))
        let deadline = scene.clock.now + .hours(1)
        let served = try await scene.send(deadline: deadline)
        let moved = try await scene.send(deadline: deadline)
        try await scene.database.run(
            "UPDATE timers SET timer = 'challenges.dare'"
        )
        _ = try await scene.ask(AcceptAssignment(assignment: moved), as: scene.bo)
        _ = try await scene.ask(SubmitAssignment(assignment: moved), as: scene.bo)
        #expect(try await scene.timers() == ["challenges.assignment", "challenges.dare"])
        scene.clock.advance(by: .hours(1))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.get(served).state == .expired)
        #expect(try await scene.timers() == ["challenges.assignment"])
    }

    @Test func `what the previous release sent is told of from its first move on`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(30)
        let id = try await scene.send(deadline: deadline)
        try await scene.database.run(
            "UPDATE timers SET timer = 'challenges.dare', due_at = \(deadline)"
        )
        _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
        #expect(try await scene.timers() == ["challenges.assignment"])
        #expect(try await scene.dueTimes() == [deadline - .hours(24)])
    }

    @Test func `a timer that fires early is scheduled again`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let due = try await scene.dueTimes()
        try await scene.database.run("UPDATE timers SET due_at = due_at - interval '1 day'")
        scene.clock.advance(by: .days(13))
        #expect(try await scene.fireDue() == 1)
        #expect(try await scene.get(id).state == .sent)
        #expect(try await scene.dueTimes() == due)
    }

    @Test func `a hundred concurrent accepts tell once`() async throws {
        let scene = Scene()
        let id = try await scene.send()
        let before = try await counts(scene)
        let faults = await withTaskGroup { group in
            for index in 0..<100 {
                group.addTask {
                    let call = AcceptAssignment(assignment: id)
                    return await scene.fault(call, as: scene.bo, key: "k\(index)")
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(try await news(scene, after: before).map(\.kind) == [.accepted])
        #expect(try await settlements(scene, after: before).count == 1)
        #expect(try await scene.get(id).version == 2)
    }

    /// Makes a move twice with one key and compares what it told and settled.
    private func expect<C: Call>(
        _ state: AssignmentLife.State,
        _ call: (AssignmentID) -> C,
        by person: KeyPath<Scene, UserID>,
        told: (Scene, AssignmentID) -> [Told],
        settled: () -> [Settled],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws where C.Reply == Assignment {
        let scene = Scene()
        let id = try await scene.make(state)
        let before = try await counts(scene)
        _ = try await scene.ask(call(id), as: scene[keyPath: person], key: "k")
        _ = try await scene.ask(call(id), as: scene[keyPath: person], key: "k")
        let news = try await news(scene, after: before)
        #expect(news == told(scene, id), sourceLocation: sourceLocation)
        let done = try await settlements(scene, after: before)
        #expect(done == settled(), sourceLocation: sourceLocation)
    }

    private func told(
        _ kind: Notice.Kind,
        _ person: UserID,
        by actor: UserID,
        _ cause: String
    ) -> Told {
        Told(kind: kind, people: [person], actor: actor, cause: cause)
    }

    private func counts(_ scene: Scene) async throws -> (told: Int, settled: Int) {
        (
            try await scene.emitted(PeopleTold.self).count,
            try await scene.emitted(NoticesSettled.self).count
        )
    }

    private func news(
        _ scene: Scene,
        after before: (told: Int, settled: Int)
    ) async throws -> [Told] {
        try await scene.emitted(PeopleTold.self).dropFirst(before.told).map { event in
            Told(
                kind: event.kind,
                people: event.people,
                actor: event.actor,
                cause: event.cause
            )
        }
    }

    private func settlements(
        _ scene: Scene,
        after before: (told: Int, settled: Int)
    ) async throws -> [Settled] {
        try await scene.emitted(NoticesSettled.self).dropFirst(before.settled).map { event in
            Settled(kinds: event.kinds, outcome: event.outcome)
        }
    }
}

extension Scene {
    /// The names of all timers.
    fileprivate func timers() async throws -> [String] {
        try await database.all("SELECT timer FROM timers ORDER BY timer") { row in
            try row.next()
        }
    }
}
