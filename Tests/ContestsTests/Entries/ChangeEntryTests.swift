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

/// Changes of what was logged (2.3-entries, 2.3-goal, 2.3-dispute).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangeEntryTests {
    @Test func `what is said changes, the rest stays, and all is counted again`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let pictures = [MediaID()]
        let first = try await logged.log("2", note: "First.", mediaIDs: pictures)
        try await logged.log("1")
        scene.clock.advance(by: .minutes(5))
        let call = ChangeEntry(entry: first.id, amount: .of("3.5"))
        let changed = try await scene.ask(call, as: scene.bo)
        #expect(changed.amount == .of("3.5"))
        #expect(changed.note == "First.")
        #expect(changed.photos == first.photos)
        #expect(changed.audience == .participants)
        #expect(changed.occurredAt == first.occurredAt)
        #expect(changed.localDay == first.localDay)
        #expect(changed.createdAt == first.createdAt)
        #expect(changed.editedAt == scene.clock.now)
        #expect(changed.version == 2)
        #expect(try await logged.entry(first.id, as: scene.bo) == changed)
        #expect(try await logged.history(of: first.id) == ["logged Bo 2", "changed Bo 3.5"])
        let standing = try await logged.standing()
        #expect(standing.value == .of("4.5"))
        #expect(standing.entries == 2)
        #expect(standing.reachedAt == scene.clock.now)
        let told = try #require(try await logged.told())
        #expect(told.value == .of("4.5"))
        #expect(told.version == standing.version)
    }

    @Test func `note and audience change without any other score`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let first = try await logged.log("2", note: "First.")
        let standing = try await logged.standing()
        let call = ChangeEntry(entry: first.id, note: "", audience: .public)
        let changed = try await scene.ask(call, as: scene.bo)
        #expect(changed.note.isEmpty)
        #expect(changed.audience == .public)
        #expect(changed.amount == .of("2"))
        #expect(changed.version == 2)
        #expect(try await logged.standing() == standing)
        #expect(try await logged.entry(first.id, as: scene.cy) != nil)
    }

    @Test func `the present values change nothing`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let pictures = [MediaID(), MediaID()]
        let first = try await logged.log("2", note: "First.", mediaIDs: pictures)
        let standing = try await logged.standing()
        scene.clock.advance(by: .minutes(5))
        let call = ChangeEntry(
            entry: first.id,
            amount: .of("2"),
            note: "First.",
            mediaIDs: pictures,
            audience: .participants
        )
        #expect(try await scene.ask(call, as: scene.bo) == first)
        #expect(try await scene.ask(ChangeEntry(entry: first.id), as: scene.bo) == first)
        #expect(try await logged.standing() == standing)
        #expect(try await logged.history(of: first.id) == ["logged Bo 2"])
    }

    @Test func `pictures are replaced; one that stays keeps its row and its audience`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let pictures = (0..<3).map { _ in MediaID() }
        let first = try await logged.log(mediaIDs: pictures)
        let stays = first.photos[2]
        _ = try await scene.ask(ChangePhoto(photo: stays.photoID, audience: .public), as: scene.bo)
        let new = MediaID()
        let call = ChangeEntry(entry: first.id, mediaIDs: [pictures[2], new, pictures[0]])
        let changed = try await scene.ask(call, as: scene.bo)
        #expect(changed.photos.map(\.photo.id) == [pictures[2], new, pictures[0]])
        #expect(changed.photos.map(\.audience) == [.public, .participants, .participants])
        #expect(changed.photos[0].photoID == stays.photoID)
        #expect(changed.photos[2].photoID == first.photos[0].photoID)
        #expect(changed.version == 2)
        let used = try await scene.emitted(MediaUsed.self)
        #expect(used.map(\.media) == [pictures, [new]])
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.media) == [[pictures[1]]])
        #expect(released.map(\.cause) == ["entry:\(first.id)"])
        // Another order alone is a change too.
        let order = ChangeEntry(entry: first.id, mediaIDs: [new, pictures[0], pictures[2]])
        let ordered = try await scene.ask(order, as: scene.bo)
        #expect(ordered.photos.map(\.photo.id) == [new, pictures[0], pictures[2]])
        #expect(ordered.version == 3)
        let none = try await scene.ask(ChangeEntry(entry: first.id, mediaIDs: []), as: scene.bo)
        #expect(none.photos.isEmpty)
        #expect(try await scene.emitted(MediaReleased.self).count == 2)
    }

    @Test func `what completed it and no longer stands is flagged`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, goal: .of("5"))
        let logged = try await LoggedContest.store(contest, in: scene)
        let entry = try await logged.log("5")
        let done = scene.clock.now
        scene.clock.advance(by: .minutes(5))
        let less = ChangeEntry(entry: entry.id, amount: .of("4"))
        _ = try await scene.ask(less, as: scene.bo)
        #expect(try await logged.standing().completedAt == done)
        #expect(try await logged.standing().isFlagged)
        let more = ChangeEntry(entry: entry.id, amount: .of("6"))
        _ = try await scene.ask(more, as: scene.bo)
        #expect(try await logged.standing().completedAt == done)
        #expect(try await !logged.standing().isFlagged)
    }

    // What is wrong.

    @Test func `all problems of the fields are told at once`() async throws {
        let logged = try await LoggedContest.store()
        let entry = try await logged.log()
        let picture = MediaID()
        let call = ChangeEntry(
            entry: entry.id,
            amount: .of("0"),
            note: "\0",
            mediaIDs: [picture, picture],
            audience: .unknown
        )
        let fault = await logged.scene.fault(call, as: logged.scene.bo)
        #expect(
            fault?.said == [
                "/amount challenges.amount_invalid", "/note challenges.note_invalid",
                "/audience challenges.audience_unknown", "/mediaIDs/1 challenges.media_repeated",
            ]
        )
    }

    @Test func `what the contest does not allow is refused before pictures are claimed`()
        async throws
    {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            wholeNumbers: true,
            proof: .required,
            visibility: .private
        )
        let logged = try await LoggedContest.store(contest, in: scene)
        let entry = try await logged.log("1", mediaIDs: [MediaID()])
        let bare = ChangeEntry(
            entry: entry.id,
            amount: .of("1.5"),
            mediaIDs: [],
            audience: .friends
        )
        #expect(
            await scene.fault(bare, as: scene.bo)?.said == [
                "/amount challenges.amount_invalid", "/mediaIDs challenges.proof_missing",
                "/audience challenges.audience_too_wide",
            ]
        )
        let shown = ChangeEntry(entry: entry.id, amount: .of("1.5"), mediaIDs: [MediaID()])
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        #expect(await scene.fault(shown, as: scene.bo) == refusal)
        #expect(scene.media.claimed.count == 1)
    }

    @Test func `no entry is hidden from those in the contest, but for those of an earlier release`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let refusal = Refusal(ChallengesError.audienceTooWide, at: "/audience").fault
        let added = logged.call(mediaIDs: [MediaID()], audience: .owner)
        #expect(await scene.fault(added, as: scene.bo) == refusal)
        #expect(scene.media.claimed.isEmpty)
        let entry = try await logged.log().id
        let narrow = ChangeEntry(entry: entry, mediaIDs: [MediaID()], audience: .owner)
        #expect(await scene.fault(narrow, as: scene.bo) == refusal)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await logged.entry(entry, as: scene.ana)?.audience == .participants)
        // An earlier release stored it.
        try await logged.hide(entry)
        let call = ChangeEntry(entry: entry, note: "Mine.", mediaIDs: [MediaID()])
        let changed = try await scene.ask(call, as: scene.bo)
        #expect(changed.audience == .owner && changed.note == "Mine.")
        #expect(try await logged.entry(entry, as: scene.ana) == nil)
        let wide = ChangeEntry(entry: entry, audience: .participants)
        _ = try await scene.ask(wide, as: scene.bo)
        let shown = try await logged.entry(entry, as: scene.ana)
        #expect(shown?.photos.map(\.audience) == [.participants])
    }

    @Test func `a changed total stays below a million million`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        _ = try await scene.operate(PutUnit(unit: "l", cap: .of("999999999999.999999")))
        try await logged.log("999999999999")
        let entry = try await logged.log("0.5")
        let refusal = Refusal(ChallengesError.amountInvalid, at: "/amount").fault
        let more = ChangeEntry(entry: entry.id, amount: .of("1"))
        #expect(await scene.fault(more, as: scene.bo) == refusal)
        let most = ChangeEntry(entry: entry.id, amount: .of("0.999999"))
        _ = try await scene.ask(most, as: scene.bo)
        #expect(try await logged.standing().value == .of("999999999999.999999"))
    }

    @Test func `only its owner changes an entry`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let seen = try await logged.log()
        let hidden = try await logged.log()
        try await logged.hide(hidden.id)
        for (id, user, error) in [
            (seen.id, scene.ana, ChallengesError.notYourPart),
            (hidden.id, scene.ana, .entryNotFound), (seen.id, scene.cy, .entryNotFound),
            (EntryID(), scene.bo, .entryNotFound),
        ] {
            let change = ChangeEntry(entry: id, amount: .of("9"), mediaIDs: [MediaID()])
            #expect(await scene.fault(change, as: user) == error.fault)
            let deletion = DeleteEntry(entry: id)
            #expect(await scene.fault(deletion, as: user) == error.fault)
        }
        #expect(ChallengesError.notYourPart.kind == .forbidden)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await logged.standing().value == .of("2"))
    }

    @Test func `a former participant cannot change an entry`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        try await logged.join(scene.bo, .left)
        let refusal = ChallengesError.notInContest.fault
        for media in [nil, [MediaID()]] {
            let call = ChangeEntry(entry: entry.id, amount: .of("2"), mediaIDs: media)
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
        #expect(scene.media.claimed.isEmpty)
    }

    @Test(
        arguments: [
            (.queried, .queriedAlready), (.removed, .queriedAlready), (.deleted, .wrongState),
        ] as [(Entry.State, ChallengesError)]
    )
    func `what is queried, was removed or was deleted stays as it is`(
        state: Entry.State,
        error: ChallengesError
    ) async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        if state == .deleted {
            _ = try await scene.ask(DeleteEntry(entry: entry.id), as: scene.bo)
        } else {
            try await logged.query(entry.id, state)
        }
        let present = try await logged.entry(entry.id, as: scene.bo)
        for media in [nil, [MediaID()]] {
            let call = ChangeEntry(entry: entry.id, amount: .of("2"), mediaIDs: media)
            let fault = await scene.fault(call, as: scene.bo)
            #expect(fault?.code == error.rawValue)
            #expect(fault?.kind == .conflict)
            #expect(fault?.row(Entry.self) == present)
        }
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `what was kept is changed again, and is not queried again`() async throws {
        let scene = Scene()
        let arena = try await Arena.open(in: scene, with: [scene.bo, scene.cy])
        let id = try await arena.queried(5, of: scene.bo, by: scene.cy)
        let call = ChangeEntry(entry: id, amount: .km(4))
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == ChallengesError.queriedAlready.rawValue)
        _ = try await scene.ask(DecideEntry(entry: id, removes: false), as: scene.ana)
        #expect(try await arena.entry(id, as: scene.bo).actions == [.change, .delete])
        let changed = try await scene.ask(call, as: scene.bo)
        #expect(changed.amount == .km(4))
        #expect(changed.query?.isRemoved == false)
        #expect(try await arena.value(of: scene.bo) == .km(4))
        for user in [scene.cy, scene.ana] {
            let again = QueryEntry(entry: id, reason: "Still?")
            #expect(
                await scene.fault(again, as: user)?.code == ChallengesError.queriedAlready.rawValue
            )
            #expect(try await arena.entry(id, as: user).actions == [])
        }
        try await arena.expectSound()
    }

    @Test func `once the contest is over nothing changes`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        // It settles.
        scene.clock.advance(by: .days(7))
        _ = try await scene.ask(ChangeEntry(entry: entry.id, amount: .of("2")), as: scene.bo)
        scene.clock.advance(by: .days(1))
        let standing = try await logged.standing()
        let call = ChangeEntry(entry: entry.id, amount: .of("3"), mediaIDs: [MediaID()])
        let fault = await scene.fault(call, as: scene.bo)
        #expect(fault?.code == ChallengesError.contestOver.rawValue)
        #expect(fault?.row(Entry.self)?.amount == .of("2"))
        let bare = ChangeEntry(entry: entry.id, note: "Late.")
        #expect(await scene.fault(bare, as: scene.bo)?.code == fault?.code)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await logged.standing() == standing)
    }

    @Test func `another version is refused with the present entry`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        let call = ChangeEntry(entry: entry.id, amount: .of("2"), ifVersion: 1)
        let changed = try await scene.ask(call, as: scene.bo)
        for media in [nil, [MediaID()]] {
            let old = ChangeEntry(entry: entry.id, mediaIDs: media, ifVersion: 1)
            let fault = await scene.fault(old, as: scene.bo)
            #expect(fault?.code == ChallengesError.versionStale.rawValue)
            #expect(fault?.kind == .stale)
            #expect(fault?.row(Entry.self) == changed)
        }
        #expect(scene.media.claimed.isEmpty)
    }

    @Test func `a repeated key gets the same answer, and changes nothing more`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log()
        let call = ChangeEntry(entry: entry.id, amount: .of("2"))
        let first = try await scene.ask(call, as: scene.bo, key: "k")
        let other = ChangeEntry(entry: entry.id, amount: .of("3"))
        _ = try await scene.ask(other, as: scene.bo)
        #expect(try await scene.ask(call, as: scene.bo, key: "k") == first)
        #expect(try await logged.standing().value == .of("3"))
    }

    @Test func `concurrent changes of a person's entries leave what the rows say`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        var entries: [EntryID] = []
        for _ in 0..<5 { entries.append(try await logged.log().id) }
        let calls = entries.flatMap { entry in
            (1...6).map { (scene.bo, ChangeEntry(entry: entry, amount: .of("\($0)"))) }
        }
        #expect(await scene.faults(calls.shuffled()) == [])
        let listed = try await logged.entries(as: scene.bo)
        let sum = listed.reduce(0) { $0 + ($1.amount?.millionths ?? 0) }
        #expect(try await logged.standing().value?.millionths == sum)
    }
}
