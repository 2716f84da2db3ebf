import ChallengesAPI
import ChallengesTestKit
import Identifiers
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Dares

@Suite(.freshDatabase(Challenges.migrations))
struct SubmitAssignmentTests {
    @Test func `the pictures are claimed, shown in order and reported to mediad`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let attempt = AttemptID()
        let pictures = (0..<10).map { _ in MediaID() }.shuffled()
        let call = SubmitAssignment(assignment: id, attempt: attempt, mediaIDs: pictures)
        let submitted = try await scene.ask(call, as: scene.bo)
        #expect(submitted.attempts.map(\.id) == [attempt])
        #expect(submitted.attempts[0].media.map(\.id) == pictures)
        #expect(submitted.attempts[0].media[0].url == MediaReference(pictures[0]))
        #expect(submitted.attempts[0].media[0].contentType == "image/png")
        #expect(submitted.attempts[0].media[0].width == 640)
        #expect(submitted.attempts[0].media[0].height == 480)
        #expect(scene.media.claimed.map(\.cause) == ["attempt:\(attempt)"])
        #expect(scene.media.claimed.first?.user == scene.bo)
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [pictures])
        #expect(used.map(\.cause) == ["attempt:\(attempt)"])
        #expect(try await scene.get(id, as: scene.ana).attempts == submitted.attempts)
    }

    @Test func `each picture says how to turn it, unless it is upright`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let pictures = (0..<8).map { _ in MediaID() }
        for (picture, orientation) in zip(pictures.dropFirst(), 2...8) {
            scene.media.turn(picture, to: orientation)
        }
        let call = SubmitAssignment(assignment: id, mediaIDs: pictures)
        let submitted = try await scene.ask(call, as: scene.bo)
        #expect(submitted.attempts[0].media.map(\.orientation) == [nil, 2, 3, 4, 5, 6, 7, 8])
        #expect(try await scene.get(id, as: scene.ana).attempts == submitted.attempts)
        let list = try await scene.ask(ListAssignments(role: .recipient), as: scene.bo)
        #expect(list.items.map(\.attempts) == [submitted.attempts])
    }

    /// 2.12-freshness.
    @Test func `each picture says whether it was taken during the challenge`() async throws {
        let scene = Scene()
        let sentAt = scene.clock.now
        let id = try await scene.make(.accepted)
        scene.clock.advance(by: .days(2))
        let expected: [(Instant?, Bool, Taken?)] = [
            (sentAt + .hours(1), true, .during), (sentAt - .hours(1), true, .outside),
            (sentAt + .hours(1), false, .unknown), (sentAt + .days(1), false, .during),
            (scene.clock.now + .hours(1), true, .outside), (nil, false, .unknown),
            // Clocks may be five minutes ahead or behind.
            (sentAt - .seconds(20), true, .during),
            (sentAt - .minutes(5) - .seconds(1), true, .outside),
            (scene.clock.now + .seconds(10), true, .during),
            (scene.clock.now + .minutes(5), true, .outside),
        ]
        let pictures = expected.map { _ in MediaID() }
        for (picture, (capturedAt, isZoneKnown, _)) in zip(pictures, expected) {
            guard let capturedAt else { continue }
            scene.media.capture(picture, at: capturedAt, isZoneKnown: isZoneKnown)
        }
        let call = SubmitAssignment(assignment: id, mediaIDs: pictures)
        let submitted = try await scene.ask(call, as: scene.bo)
        #expect(submitted.attempts[0].media.map(\.taken) == expected.map { $0.2 })
        #expect(try await scene.get(id, as: scene.ana).attempts == submitted.attempts)
        let list = try await scene.ask(ListAssignments(role: .sender), as: scene.ana)
        #expect(list.items.map(\.attempts) == [submitted.attempts])
    }

    @Test func `without pictures mediad is not called`() async throws {
        let scene = Scene()
        _ = try await scene.make(.submitted)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.emitted(MediaUsed.self).isEmpty)
    }

    @Test func `all invalid fields are reported`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let picture = MediaID()
        let fault = await scene.fault(
            SubmitAssignment(
                assignment: id,
                note: String(repeating: "x", count: 2_001),
                mediaIDs: [picture] + (0..<9).map { _ in MediaID() } + [picture]
            ),
            as: scene.bo
        )
        #expect(
            fault?.fields?.map { "\($0.pointer) \($0.code)" } == [
                "/note challenges.note_invalid", "/mediaIDs challenges.media_too_many",
                "/mediaIDs/10 challenges.media_repeated",
            ]
        )
        #expect(try await scene.get(id).state == .accepted)
    }

    @Test func `proof is required or refused as the challenge says`() async throws {
        let scene = Scene()
        for (proof, count, error) in [
            (Proof.none, 0, nil), (.none, 1, ChallengesError.proofUnwanted), (.optional, 0, nil),
            (.optional, 1, nil), (.required, 0, .proofMissing), (.required, 1, nil),
        ] as [(Proof, Int, ChallengesError?)] {
            let id = try await scene.send(proof: proof)
            _ = try await scene.ask(AcceptAssignment(assignment: id), as: scene.bo)
            let pictures = (0..<count).map { _ in MediaID() }
            let call = SubmitAssignment(assignment: id, mediaIDs: pictures)
            let refusal = error.map { Refusal($0, at: "/mediaIDs").fault }
            #expect(await scene.fault(call, as: scene.bo) == refusal)
            #expect(try await scene.get(id).state == (error == nil ? .submitted : .accepted))
        }
    }

    @Test func `a missing picture is reported`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let pictures = [MediaID(), MediaID(), MediaID()]
        scene.media.lose(pictures[2])
        let fault = await scene.fault(
            SubmitAssignment(assignment: id, mediaIDs: pictures),
            as: scene.bo
        )
        #expect(fault == Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/2").fault)
        #expect(try await scene.get(id).attempts.isEmpty)
    }

    @Test func `mediad is not called for another user's assignment`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        #expect(
            await scene.fault(call, as: scene.cy) == ChallengesError.assignmentNotFound.fault
        )
        let watched = await scene.fault(call, as: scene.ana)
        #expect(watched?.code == "challenges.not_your_part")
        #expect(watched?.assignment == (try await scene.get(id, as: scene.ana)))
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `a repeated attempt is found`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let call = SubmitAssignment(assignment: id, attempt: AttemptID(), note: "Look!")
        let first = try await scene.ask(call, as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo) == first)
        let other = try await scene.make(.accepted)
        let taken = SubmitAssignment(assignment: other, attempt: call.attempt)
        let fault = await scene.fault(taken, as: scene.bo)
        #expect(fault?.isIDTaken(of: try await scene.get(other)) == true)
        #expect(try await scene.get(other).state == .accepted)
    }

    @Test func `a different submission under the same attempt is refused, whatever differs`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let pictures = [MediaID(), MediaID()]
        let call = SubmitAssignment(
            assignment: id,
            attempt: AttemptID(),
            note: "Look!",
            mediaIDs: pictures
        )
        let first = try await scene.ask(call, as: scene.bo)
        let changes: [(String, (inout SubmitAssignment) -> Void)] = [
            ("note", { $0.note = "See!" }),
            ("no note", { $0.note = nil }),
            ("no pictures", { $0.mediaIDs = nil }),
            ("fewer pictures", { $0.mediaIDs = [pictures[0]] }),
            ("more pictures", { $0.mediaIDs = pictures + [MediaID()] }),
            ("other pictures", { $0.mediaIDs = [pictures[0], MediaID()] }),
            ("order of pictures", { $0.mediaIDs = pictures.reversed() }),
        ]
        for (what, change) in changes {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.bo)
            #expect(fault?.isIDTaken(of: first) == true, "\(what)")
        }
        #expect(scene.media.claimed.map(\.media) == [pictures])
        #expect(try await scene.ask(call, as: scene.bo) == first)
        #expect(try await scene.get(id) == first)
    }

    @Test func `a repeated attempt is found whatever happened to it, its pictures and its version`()
        async throws
    {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let accepted = try await scene.get(id)
        let picture = MediaID()
        let call = SubmitAssignment(
            assignment: id,
            attempt: AttemptID(),
            mediaIDs: [picture],
            ifVersion: accepted.version
        )
        _ = try await scene.ask(call, as: scene.bo)
        _ = try await scene.ask(TryAgain(assignment: id, reason: "Again."), as: scene.ana)
        _ = try await scene.ask(SubmitAssignment(assignment: id, note: "Now?"), as: scene.bo)
        scene.media.lose(picture)
        let seen = try await scene.get(id)
        #expect(try await scene.ask(call, as: scene.bo) == seen)
        var other = call
        other.note = "Now?"
        #expect(await scene.fault(other, as: scene.bo)?.isIDTaken(of: seen) == true)
        #expect(try await scene.get(id) == seen)
    }

    @Test func `an empty list of pictures equals none`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        var call = SubmitAssignment(assignment: id, attempt: AttemptID())
        let first = try await scene.ask(call, as: scene.bo)
        call.mediaIDs = []
        #expect(try await scene.ask(call, as: scene.bo) == first)
    }

    @Test func `of different concurrent submissions of one attempt, one wins`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let attempt = AttemptID()
        let faults = await withTaskGroup { group in
            for number in 0..<10 {
                let call = SubmitAssignment(
                    assignment: id,
                    attempt: attempt,
                    note: "\(number / 2)",
                    mediaIDs: []
                )
                group.addTask { await scene.fault(call, as: scene.bo) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(faults.count { $0 == nil } == 2)
        let seen = try await scene.get(id)
        #expect(faults.count { $0?.isIDTaken(of: seen) == true } == 8)
        #expect(seen.attempts.map(\.id) == [attempt])
    }

    @Test func `a lost reply is repeated, even if the picture is gone`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let picture = MediaID()
        let call = SubmitAssignment(assignment: id, mediaIDs: [picture])
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        scene.media.lose(picture)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(try await scene.get(id).attempts.count == 1)
    }

    @Test func `the sixth attempt is refused, retracted ones included`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        for number in 1...5 {
            let submitted = try await scene.ask(SubmitAssignment(assignment: id), as: scene.bo)
            #expect(submitted.attempts.map(\.number) == Array(1...number))
            #expect(submitted.attemptsLeft == 5 - number)
            if number < 5, number.isMultiple(of: 2) {
                let again = TryAgain(assignment: id, reason: "Again.")
                let sentBack = try await scene.ask(again, as: scene.ana)
                #expect(sentBack.attempts.last?.outcome == .tryAgain)
                #expect(sentBack.attempts.last?.reason == "Again.")
            } else {
                _ = try await scene.ask(RetractSubmission(assignment: id), as: scene.bo)
            }
        }
        let seen = try await scene.get(id)
        #expect(
            seen.attempts.map(\.outcome) == [
                .retracted, .tryAgain, .retracted, .tryAgain, .retracted,
            ]
        )
        #expect(seen.actions == [.giveUp])
        let fault = await scene.fault(SubmitAssignment(assignment: id), as: scene.bo)
        #expect(fault?.code == "challenges.attempts_used_up")
        #expect(fault?.assignment == seen)
    }

    @Test func `a submission in the wrong state is refused before mediad is called`() async throws {
        let scene = Scene()
        let id = try await scene.send(proof: .required)
        let sent = try await scene.get(id)
        // The state is refused before the missing proof or the missing picture.
        let bare = await scene.fault(SubmitAssignment(assignment: id), as: scene.bo)
        #expect(bare?.code == "challenges.wrong_state")
        #expect(bare?.assignment == sent)
        let picture = MediaID()
        scene.media.lose(picture)
        let call = SubmitAssignment(assignment: id, mediaIDs: [picture])
        let full = await scene.fault(call, as: scene.bo)
        #expect(full?.code == "challenges.wrong_state")
        #expect(full?.kind == .conflict)
        #expect(full?.assignment == sent)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `it can be submitted before the deadline, not at it`() async throws {
        let scene = Scene()
        let deadline = scene.clock.now + .hours(1)
        let early = try await scene.make(.accepted, deadline: deadline)
        let late = try await scene.make(.accepted, deadline: deadline)
        scene.clock.advance(by: .hours(1) - .tick)
        let submitted = try await scene.ask(SubmitAssignment(assignment: early), as: scene.bo)
        #expect(submitted.state == .submitted)
        #expect(submitted.displayState == .pending)
        #expect(submitted.attempts.map(\.outcome) == [.waiting])
        #expect(submitted.isVerified == nil)
        #expect(try await scene.dueTimes() == [deadline, scene.clock.now + .days(7)])
        scene.clock.advance(by: .tick)
        let before = try await scene.get(late)
        let fault = await scene.fault(SubmitAssignment(assignment: late), as: scene.bo)
        #expect(fault?.code == "challenges.deadline_passed")
        #expect(fault?.kind == .conflict)
        #expect(fault?.assignment == before)
    }

    @Test func `concurrent repetitions of one submission get one reply`() async throws {
        let scene = Scene()
        let id = try await scene.make(.accepted)
        let call = SubmitAssignment(assignment: id, mediaIDs: [MediaID()])
        let replies = try await withThrowingTaskGroup { group in
            for _ in 0..<30 {
                group.addTask { try await scene.ask(call, as: scene.bo, key: "k") }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies).count == 1)
        #expect(try await scene.get(id).attempts.count == 1)
    }
}

extension Fault {
    /// Whether it reports that the id is taken, with the current assignment.
    fileprivate func isIDTaken(of assignment: Assignment) -> Bool {
        code == "challenges.id_taken" && kind == .conflict && self.assignment == assignment
    }
}
