import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Who sees which entries and pictures of a contest, and in what order (2.10-photos, FR-45, GC-20).
@Suite(.freshDatabase(Challenges.migrations))
struct ListEntriesTests {
    /// Bo logs an entry for each audience, widest last, with a picture for each that the contest
    /// allows, and one that is deleted. Entries and pictures were stored while the contest was
    /// public.
    private func logged(
        for viewer: EntryViewer
    ) async throws -> (LoggedContest, entries: [Audience: EntryID], deleted: EntryID) {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana)
        let logged = try await LoggedContest.store(contest, in: scene)
        var entries: [Audience: EntryID] = [:]
        for audience in Audience.allCases where audience != .unknown {
            scene.clock.advance(by: .seconds(1))
            let pictures = (0..<4).map { _ in MediaID() }
            let made = try await logged.log(
                "2",
                note: "\(audience)",
                mediaIDs: pictures,
                shownTo: audience
            )
            entries[audience] = made.id
            try await logged.show(made.photos, to: Audience.allCases)
        }
        scene.clock.advance(by: .seconds(1))
        let deleted = try await logged.log("9", note: "Oops.", audience: .public).id
        _ = try await scene.ask(DeleteEntry(entry: deleted), as: scene.bo)
        try await scene.database.run(
            "UPDATE contests SET visibility = \(viewer.visibility.rawValue)"
        )
        try await viewer.make(logged)
        return (logged, entries, deleted)
    }

    @Test(arguments: EntryViewer.all)
    func `a list holds what its reader may see, and so does each entry by itself`(
        viewer: EntryViewer
    ) async throws {
        let (logged, entries, deleted) = try await logged(for: viewer)
        let reader = logged.scene[keyPath: viewer.viewer]
        let listed = try await logged.entries(as: reader, of: logged.scene.bo)
        var expected = viewer.audiences.reversed().compactMap { entries[$0] }
        if viewer.seesTombstones { expected.insert(deleted, at: 0) }
        #expect(listed.map(\.id) == expected)
        for id in Array(entries.values) + [deleted] {
            let single = try await logged.entry(id, as: reader)
            #expect(single == listed.first { $0.id == id })
        }
        // Pictures have audiences of their own.
        for entry in listed where entry.id != deleted {
            #expect(entry.amount == .of("2"))
            #expect(entry.note == entry.audience.rawValue)
            #expect(Set(entry.photos.map(\.audience)) == Set(viewer.audiences))
            #expect(entry.photos.map(\.audience) == entry.photos.map(\.audience).sortedByWidth)
        }
    }

    @Test func `of what was deleted others are told that it was, and its owner what it said`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let gone = try await logged.log("9", note: "Oops.", mediaIDs: [MediaID()])
        _ = try await scene.ask(DeleteEntry(entry: gone.id), as: scene.bo)
        let seen = try #require(try await logged.entry(gone.id, as: scene.ana))
        #expect(seen.state == .deleted)
        #expect(seen.amount == nil)
        #expect(seen.note.isEmpty)
        #expect(seen.photos.isEmpty)
        #expect(seen.actions.isEmpty)
        #expect(seen.user.id == scene.bo)
        #expect(seen.occurredAt == gone.occurredAt)
        let own = try #require(try await logged.entry(gone.id, as: scene.bo))
        #expect(own.state == .deleted)
        #expect(own.amount == .of("9"))
        #expect(own.note == "Oops.")
        #expect(own.photos.isEmpty)
        #expect(own.actions.isEmpty)
    }

    @Test func `of what was removed its owner alone still sees all`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let call = logged.call(
            "9",
            source: .device,
            device: "Scale",
            note: "Big.",
            mediaIDs: [MediaID()]
        )
        let removed = try await scene.ask(call, as: scene.bo)
        try await logged.query(removed.id, .removed)
        let seen = try #require(try await logged.entry(removed.id, as: scene.ana))
        #expect(seen.state == .removed)
        #expect(seen.amount == nil)
        #expect(seen.device == nil)
        #expect(seen.note.isEmpty)
        #expect(seen.photos.isEmpty)
        #expect(seen.query?.reason == "Really?")
        #expect(seen.query?.isRemoved == true)
        let own = try #require(try await logged.entry(removed.id, as: scene.bo))
        #expect(own.amount == .of("9"))
        #expect(own.device == "Scale")
        #expect(own.note == "Big.")
        #expect(own.photos == removed.photos)
        #expect(own.actions.isEmpty)
    }

    @Test func `what was logged last comes first, whatever the size of the pages`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        var made: [Entry] = []
        for number in 0..<7 {
            // Some at the same moment; when they occurred does not matter.
            if !number.isMultiple(of: 3) { scene.clock.advance(by: .minutes(1)) }
            let user = number.isMultiple(of: 2) ? scene.bo : scene.ana
            let moment = logged.contest.life.startsAt
            made.append(try await logged.log(by: user, occurredAt: moment))
        }
        made.sort { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
        let all = made.map(\.id)
        let ofBo = made.filter { $0.user.id == scene.bo }.map(\.id)
        for limit in [1, 2, 3, 7, 100] {
            let listed = try await logged.entries(as: scene.ana, limit: limit)
            #expect(listed.map(\.id) == all, "\(limit) a page")
            let some = try await logged.entries(as: scene.ana, of: scene.bo, limit: limit)
            #expect(some.map(\.id) == ofBo, "\(limit) a page")
        }
        #expect(try await logged.entries(as: scene.ana, of: scene.cy).isEmpty)
    }

    @Test func `a cursor belongs to one contest and one person's list`() async throws {
        let logged = try await LoggedContest.store()
        let other = try await LoggedContest.store(in: logged.scene)
        let scene = logged.scene
        for _ in 0..<2 { try await logged.log() }
        let first = ListEntries(contest: logged.id, limit: 1)
        let cursor = try #require(try await scene.ask(first, as: scene.bo).nextCursor)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for call in [
            ListEntries(contest: other.id, cursor: cursor),
            ListEntries(contest: logged.id, user: scene.bo, cursor: cursor),
            ListEntries(contest: logged.id, cursor: "x"),
        ] {
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
        let ofBo = ListEntries(contest: logged.id, user: scene.bo, limit: 1)
        let own = try #require(try await scene.ask(ofBo, as: scene.bo).nextCursor)
        let everyone = ListEntries(contest: logged.id, cursor: own)
        #expect(await scene.fault(everyone, as: scene.bo) == refusal)
        let ofAna = ListEntries(contest: logged.id, user: scene.ana, cursor: own)
        #expect(await scene.fault(ofAna, as: scene.bo) == refusal)
    }

    @Test(arguments: [0, 101])
    func `a page holds 1 to 100 entries`(limit: Int) async throws {
        let logged = try await LoggedContest.store()
        let call = ListEntries(contest: logged.id, limit: limit)
        let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
        #expect(await logged.scene.fault(call, as: logged.scene.bo) == refusal)
    }

    @Test func `for a user who may not see the contest it does not exist`() async throws {
        for (who, visibility, error, make) in LoggedContest.outsiders {
            let scene = Scene()
            let contest = ContestRecord.ofEntries(owner: scene.ana, visibility: visibility)
            let logged = try await LoggedContest.store(contest, in: scene, with: [scene.ana])
            try await logged.log(by: scene.ana)
            try await make(logged)
            let fault = await scene.fault(ListEntries(contest: logged.id), as: scene.bo)
            let hidden = ChallengesError.contestNotFound
            #expect(fault == (error == hidden ? hidden.fault : nil), "\(who)")
        }
        let scene = Scene()
        let unknown = ListEntries(contest: ChallengeID())
        let fault = await scene.fault(unknown, as: scene.bo)
        #expect(fault == ChallengesError.contestNotFound.fault)
    }

    /// A hundred notes of four bytes a character do not fit into one frame.
    @Test func `long notes are cut into smaller pages`() async throws {
        let logged = try await LoggedContest.store()
        let note = String(repeating: "\u{1F6B2}", count: 2_000)
        for _ in 0..<100 { try await logged.log(note: note) }
        let page = try await logged.scene.ask(
            ListEntries(contest: logged.id, limit: 100),
            as: logged.scene.bo
        )
        #expect((1..<100).contains(page.items.count))
        #expect(page.nextCursor != nil)
        #expect(try await logged.entries(as: logged.scene.bo, limit: 100).count == 100)
    }
}

extension [Audience] {
    fileprivate var sortedByWidth: [Audience] { Audience.allCases.filter(contains) }
}
