import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import ScoringAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// People say that they have completed an open contest (K-12, GC-41).
@Suite(.freshDatabase(Challenges.migrations))
struct CompleteContestTests {
    /// An open contest of Ana's without a goal, which Bo is in.
    private func open(
        in scene: Scene = Scene(),
        proof: Proof = .optional,
        visibility: ContestVisibility = .public,
        endsAt: Instant? = nil
    ) async throws -> LoggedContest {
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            kind: .open,
            unit: nil,
            proof: proof,
            visibility: visibility,
            endsAt: endsAt
        )
        return try await LoggedContest.store(contest, in: scene)
    }

    /// What a person shows for it, as another sees it.
    private func completion(
        _ logged: LoggedContest,
        as viewer: UserID
    ) async throws -> Participant.Completion? {
        let scene = logged.scene
        let access = try await scene.database.access(of: logged.contest, for: viewer)
        let entriesAccess = EntriesAccess(of: logged.contest, for: viewer, access)
        return try await scene.database.completionReplies(
            of: logged.id,
            by: [scene.bo],
            seenBy: entriesAccess
        )[scene.bo]
    }

    @Test func `it is completed now, scoring is told, and what is shown is kept`() async throws {
        let logged = try await open()
        let scene = logged.scene
        scene.clock.advance(by: .hours(3))
        let pictures = [MediaID(), MediaID()]
        scene.media.capture(pictures[0], at: scene.clock.now - .hours(1))
        let call = CompleteContest(contest: logged.id, note: "Done!", mediaIDs: pictures)
        let contest = try await scene.ask(call, as: scene.bo)
        #expect(contest.id == logged.id)
        #expect(contest.isCompleted)
        #expect(contest.me?.completedAt == scene.clock.now)
        #expect(!contest.actions.contains(.complete))
        let standing = try await logged.standing()
        #expect(standing.completedAt == scene.clock.now)
        #expect(!standing.isFlagged)
        #expect(standing.value == nil)
        let told = try #require(try await logged.told())
        #expect(told.completedAt == scene.clock.now)
        #expect(told.version == standing.version)
        let shown = try #require(try await completion(logged, as: scene.ana))
        #expect(shown.note == "Done!")
        #expect(shown.photos.map(\.photo.id) == pictures)
        #expect(shown.photos.map(\.audience) == [.participants, .participants])
        #expect(shown.photos.map(\.taken) == [.during, .unknown])
        let cause = try #require(scene.media.claimed.first?.cause)
        #expect(cause.hasPrefix("completion:"))
        #expect(try await scene.emitted(MediaUsed.self).map(\.cause) == [cause])
        #expect(try await logged.standing(of: scene.ana).completedAt == nil)
    }

    @Test func `strangers see the pictures whose audience they are, and no note`() async throws {
        let logged = try await open()
        let scene = logged.scene
        let pictures = [MediaID(), MediaID()]
        let call = CompleteContest(contest: logged.id, note: "Done!", mediaIDs: pictures)
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await completion(logged, as: scene.cy) == nil)
        let own = try #require(try await completion(logged, as: scene.bo))
        #expect(own.note == "Done!")
        let wide = ChangePhoto(photo: own.photos[1].photoID, audience: .public)
        _ = try await scene.ask(wide, as: scene.bo)
        let seen = try #require(try await completion(logged, as: scene.cy))
        #expect(seen.note.isEmpty)
        #expect(seen.photos.map(\.photo.id) == [pictures[1]])
    }

    @Test func `an equal repetition gets the contest as it is, another one is refused`()
        async throws
    {
        let logged = try await open()
        let scene = logged.scene
        let pictures = [MediaID(), MediaID()]
        let call = CompleteContest(contest: logged.id, note: "Caf\u{E9}", mediaIDs: pictures)
        let first = try await scene.ask(call, as: scene.bo)
        let standing = try await logged.standing()
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.bo).me == first.me)
        #expect(try await logged.standing() == standing)
        #expect(scene.media.claimed.count == 1)
        let changes: [(inout CompleteContest) -> Void] = [
            { $0.note = nil }, { $0.note = "Cafe\u{301}" }, { $0.mediaIDs = nil },
            { $0.mediaIDs = pictures.reversed() },
        ]
        for change in changes {
            var other = call
            change(&other)
            let fault = await scene.fault(other, as: scene.bo)
            #expect(fault == ChallengesError.wrongState.fault, "\(other)")
        }
        #expect(scene.media.claimed.count == 1)
        #expect(try await logged.standing() == standing)
    }

    @Test func `another version of the contest is refused, and no picture is claimed`()
        async throws
    {
        let logged = try await open()
        let scene = logged.scene
        let shown = try await scene.ask(GetContest(contest: logged.id), as: scene.bo)
        let standing = try await logged.standing()
        for media in [nil, [MediaID()]] {
            for version in [shown.version + 1, shown.version - 1, -1] {
                let call = CompleteContest(
                    contest: logged.id,
                    mediaIDs: media,
                    ifVersion: version
                )
                let fault = await scene.fault(call, as: scene.bo)
                #expect(fault?.code == "challenges.version_stale")
                let current = try #require(fault?.current)
                #expect(try WireDecoder().decode(Contest.self, from: current) == shown)
            }
        }
        #expect(scene.media.claimed.isEmpty)
        #expect(try await logged.standing() == standing)
        let call = CompleteContest(
            contest: logged.id,
            mediaIDs: [MediaID()],
            ifVersion: shown.version
        )
        let completed = try await scene.ask(call, as: scene.bo, key: "k")
        #expect(completed.isCompleted)
        try await scene.database.run("UPDATE contests SET version = version + 1")
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == completed)
    }

    @Test func `of many concurrent calls one completes it`() async throws {
        let logged = try await open()
        let scene = logged.scene
        let call = CompleteContest(contest: logged.id)
        #expect(await scene.faults(Array(repeating: (scene.bo, call), count: 20)) == [])
        let told = try await scene.emitted(ScoresChanged.self)
        #expect(told.count == 1)
        #expect(try await logged.standing().version == 2)
    }

    @Test func `a goal decides where there is one, and time in a competition`() async throws {
        let scene = Scene()
        for contest in [
            ContestRecord.ofEntries(owner: scene.ana, kind: .open, goal: .of("5")),
            .ofEntries(owner: scene.ana, kind: .open, score: .percent),
            .ofEntries(owner: scene.ana),
        ] {
            let logged = try await LoggedContest.store(contest, in: scene, target: .of("5"))
            for media in [nil, [MediaID()]] {
                let call = CompleteContest(contest: logged.id, mediaIDs: media)
                let fault = await scene.fault(call, as: scene.bo)
                #expect(fault == ChallengesError.goalDecides.fault)
                #expect(fault?.kind == .conflict)
            }
        }
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `proof is as the contest's policy says`() async throws {
        let required = try await open(proof: .required)
        let scene = required.scene
        let missing = Refusal(ChallengesError.proofMissing, at: "/mediaIDs").fault
        for media in [nil, []] as [[MediaID]?] {
            let call = CompleteContest(contest: required.id, mediaIDs: media)
            #expect(await scene.fault(call, as: scene.bo) == missing)
        }
        let shown = CompleteContest(contest: required.id, mediaIDs: [MediaID()])
        #expect(try await scene.ask(shown, as: scene.bo).isCompleted)
        let none = try await open(in: scene, proof: .none)
        let unwanted = Refusal(ChallengesError.proofUnwanted, at: "/mediaIDs").fault
        let pictured = CompleteContest(contest: none.id, mediaIDs: [MediaID()])
        #expect(await scene.fault(pictured, as: scene.bo) == unwanted)
        #expect(scene.media.claimed.count == 1)
        let bare = CompleteContest(contest: none.id)
        #expect(try await scene.ask(bare, as: scene.bo).isCompleted)
    }

    @Test func `all problems of the fields are told at once`() async throws {
        let logged = try await open()
        let picture = MediaID()
        let call = CompleteContest(
            contest: logged.id,
            note: String(repeating: "x", count: 2_001),
            mediaIDs: [picture, picture]
        )
        let fault = await logged.scene.fault(call, as: logged.scene.bo)
        #expect(
            fault?.said == [
                "/note challenges.note_invalid", "/mediaIDs/1 challenges.media_repeated",
            ]
        )
        let many = CompleteContest(
            contest: logged.id,
            mediaIDs: (0..<11).map { _ in MediaID() }
        )
        let tooMany = Refusal(ChallengesError.mediaTooMany, at: "/mediaIDs").fault
        #expect(await logged.scene.fault(many, as: logged.scene.bo) == tooMany)
        let lost = CompleteContest(contest: logged.id, mediaIDs: [picture])
        logged.scene.media.lose(picture)
        let notFound = Refusal(ChallengesError.mediaNotFound, at: "/mediaIDs/0").fault
        #expect(await logged.scene.fault(lost, as: logged.scene.bo) == notFound)
        #expect(try await logged.standing().completedAt == nil)
    }

    @Test func `only those in the contest complete it, and strangers learn nothing of it`()
        async throws
    {
        let wrong = try await LoggedContest.expectRefused { contest in
            CompleteContest(contest: contest, mediaIDs: [MediaID()])
        }
        #expect(wrong == [])
        let bare = try await LoggedContest.expectRefused { CompleteContest(contest: $0) }
        #expect(bare == [])
    }

    @Test func `it is completed while it is under way, whether or not a timer has fired`()
        async throws
    {
        let scene = Scene()
        let end = scene.clock.now + .hours(10)
        let logged = try await open(in: scene, endsAt: end)
        try await logged.join(scene.cy)
        scene.clock.advance(by: .hours(10) - .tick)
        _ = try await scene.ask(CompleteContest(contest: logged.id), as: scene.bo)
        scene.clock.advance(by: .tick)
        for media in [nil, [MediaID()]] {
            let late = CompleteContest(contest: logged.id, mediaIDs: media)
            let fault = await scene.fault(late, as: scene.cy)
            #expect(fault == ChallengesError.contestOver.fault)
        }
        // Whoever did is not told that it is too late.
        let again = CompleteContest(contest: logged.id)
        #expect(try await scene.ask(again, as: scene.bo).isCompleted)
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `a repeated key gets the same answer`() async throws {
        let logged = try await open()
        let scene = logged.scene
        let call = CompleteContest(contest: logged.id, mediaIDs: [MediaID()])
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        scene.clock.advance(by: .minutes(1))
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(scene.media.claimed.count == 1)
    }
}
