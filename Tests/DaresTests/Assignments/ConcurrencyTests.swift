import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import People
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// What must hold for many concurrent calls (Part 3).
@Suite(.freshDatabase(Challenges.migrations))
struct ConcurrencyTests {
    @Test func `a hundred concurrent approvals count once`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let faults = await withTaskGroup { group in
            for index in 0..<100 {
                // Some have keys of their own, as a gateway would set them.
                let key = index.isMultiple(of: 2) ? "k\(index)" : nil
                group.addTask {
                    await scene.fault(ApproveSubmission(assignment: id), as: scene.ana, key: key)
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(faults.compactMap { $0 }.allSatisfy { $0.code == "challenges.wrong_state" })
        #expect(faults.compactMap { $0 }.allSatisfy { $0.assignment?.state == .done })
        #expect(try await scene.emitted(AssignmentDone.self).map(\.assignment) == [id])
        let verdicts = try await scene.emitted(PeopleTold.self).filter { $0.kind == .verdict }
        #expect(verdicts.map(\.people) == [[scene.bo]])
        #expect(try await scene.get(id).version == 4)
    }

    @Test func `concurrent repetitions of one approval get one reply`() async throws {
        let scene = Scene()
        let id = try await scene.make(.submitted)
        let call = ApproveSubmission(assignment: id)
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { try await scene.ask(call, as: scene.ana, key: "k") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies).count == 1)
        #expect(try await scene.emitted(AssignmentDone.self).count == 1)
    }

    @Test func `of concurrent accepting and withdrawing one wins`() async throws {
        let scene = Scene()
        for _ in 0..<20 {
            let id = try await scene.send()
            async let accepted = scene.fault(AcceptAssignment(assignment: id), as: scene.bo)
            async let withdrawn = scene.fault(WithdrawAssignment(assignment: id), as: scene.ana)
            let faults = await (accepted, withdrawn)
            #expect((faults.0 == nil) != (faults.1 == nil))
            let state = try await scene.get(id).state
            #expect(state == (faults.0 == nil ? .accepted : .withdrawn))
            let lost = faults.0 ?? faults.1
            #expect(lost?.code == "challenges.wrong_state")
            #expect(lost?.assignment?.state == state)
        }
    }

    @Test func `of many concurrent submissions one counts`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let faults = await withTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
                    return await scene.fault(call, as: scene.bo)
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 1)
        #expect(try await scene.get(id).attempts.count == 1)
        #expect(try await scene.emitted(MediaUsed.self).count == 1)
    }

    @Test func `a concurrent verdict and timer count once`() async throws {
        let scene = Scene()
        var ids: [AssignmentID] = []
        for _ in 0..<10 { ids.append(try await scene.make(.submitted)) }
        scene.clock.advance(by: .days(7))
        await withTaskGroup { group in
            group.addTask { _ = try? await scene.fireDue() }
            group.addTask { _ = try? await scene.fireDue() }
            for id in ids {
                group.addTask {
                    _ = await scene.fault(ApproveSubmission(assignment: id), as: scene.ana)
                }
            }
        }
        let events = try await scene.emitted(AssignmentDone.self)
        #expect(events.map(\.assignment).sorted() == ids.sorted())
        for event in events {
            let seen = try await scene.get(event.assignment)
            #expect(seen.isVerified == event.isVerified)
            #expect(seen.version == 4)
        }
    }

    @Test func `after a block no assignment is open between the two`() async throws {
        let scene = Scene()
        let pair = Pair(scene.ana, scene.bo)
        for round in 0..<10 {
            // This round's friendship is newer than the block of the previous round.
            let version = Int64(2 * round + 1)
            scene.identity.setRelationVersion(version)
            let block = RelationChanged(
                one: pair.one,
                other: pair.other,
                relation: .blocked,
                version: version + 1
            )
            let faults = await withTaskGroup { group in
                for index in 0..<10 {
                    group.addTask {
                        let (sender, recipient) =
                            index.isMultiple(of: 2) ? (scene.ana, scene.bo) : (scene.bo, scene.ana)
                        return await scene.fault(
                            CreateChallenge(name: "Dance", recipients: [scene.cy, recipient]),
                            as: sender
                        )
                    }
                }
                group.addTask {
                    _ = try? await scene.tell(block)
                    return nil
                }
                return await group.reduce(into: [Fault?]()) { $0.append($1) }
            }
            let refusal = Refusal(ChallengesError.notFriends, at: "/recipients/1").fault
            #expect(faults.compactMap { $0 }.allSatisfy { $0 == refusal })
            for user in [scene.ana, scene.bo] {
                let sent = await scene.list(as: user, .sender, .sent)
                for id in sent {
                    #expect(try await scene.get(id, as: user).recipient.id == scene.cy)
                }
            }
        }
    }

    @Test func `a send that waited for the pair's lock sees a block stored meanwhile`()
        async throws
    {
        let scene = Scene()
        let pair = Pair(scene.ana, scene.bo)
        let isStored = Gate()
        async let holding: Void = Database.fresh.transaction { tx in
            defer { isStored.open() }
            try tx.lock([pair])
            try await tx.storeRelation(.blocked, of: pair.one, and: pair.other, version: 2)
            isStored.open()
            try await eventually("the send waits for the lock") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """
                ) { row in try row.next(Int.self) } == 1
            }
        }
        await isStored.pass()
        let call = CreateChallenge(name: "Dance", recipients: [scene.bo])
        let fault = await scene.fault(call, as: scene.ana)
        try await holding
        #expect(fault == Refusal(ChallengesError.notFriends, at: "/recipients/0").fault)
    }

    @Test func `two senders to the same people do not deadlock`() async throws {
        let scene = Scene()
        let people = (0..<20).map { _ in UserID() }
        let faults = await withTaskGroup { group in
            for index in 0..<10 {
                group.addTask {
                    let recipients = index.isMultiple(of: 2) ? people : people.reversed()
                    return await scene.fault(
                        CreateChallenge(name: "Dance", recipients: recipients),
                        as: scene.ana
                    )
                }
            }
            return await group.reduce(into: [Fault?]()) { $0.append($1) }
        }
        #expect(faults.allSatisfy { $0 == nil })
        #expect(await scene.list(as: people[0], .recipient).count == 10)
    }
}
