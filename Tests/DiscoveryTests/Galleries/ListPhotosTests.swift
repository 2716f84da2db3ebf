import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import People
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Who sees which pictures of a contest and of a person, and in what order (2.10-gallery, FR-10,
/// FR-24, CH-06, CH-30).
@Suite(.freshDatabase(Challenges.migrations))
struct ListPhotosTests {
    /// What Bo shows in Ana's contest while that is public: for each audience an entry with a
    /// picture for each, and a picture by itself; and a picture of the contest's text, of Ana's.
    /// Besides, a picture for each audience that belongs to no contest.
    private func shown(
        for viewer: EntryViewer
    ) async throws -> (LoggedContest, entries: [EntryID: Audience]) {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana)
        let logged = try await LoggedContest.store(contest, in: scene)
        try await logged.show(MediaID(), of: scene.ana)
        var entries: [EntryID: Audience] = [:]
        for audience in Self.audiences {
            scene.clock.advance(by: .seconds(1))
            let entry = try await logged.log(
                "2",
                mediaIDs: Self.audiences.map { _ in MediaID() },
                shownTo: audience
            )
            entries[entry.id] = audience
            try await logged.show(entry.photos, to: Self.audiences)
            try await scene.add(to: logged.id, audience: audience, by: scene.bo)
            try await scene.add(audience: audience, by: scene.bo)
        }
        try await scene.database.run(
            "UPDATE contests SET visibility = \(viewer.visibility.rawValue)"
        )
        try await viewer.make(logged)
        return (logged, entries)
    }

    private static let audiences: [Audience] = [.owner, .participants, .friends, .public]

    /// A picture in words: what it is of, the audience of its entry, and its own.
    private func said(_ photo: GalleryPhoto, _ entries: [EntryID: Audience]) -> String {
        let entry = photo.entryID.flatMap { entries[$0]?.rawValue } ?? "none"
        return "\(photo.of.rawValue) \(entry) \(photo.audience.rawValue)"
    }

    @Test(arguments: EntryViewer.all)
    func `a gallery holds what its reader may see, of a contest and of a person`(
        viewer: EntryViewer
    ) async throws {
        let (logged, entries) = try await shown(for: viewer)
        let scene = logged.scene
        let reader = scene[keyPath: viewer.viewer]
        let audiences = viewer.audiences
        let ofEntries = audiences.flatMap { entry in
            audiences.map { "entry \(entry.rawValue) \($0.rawValue)" }
        }
        let ofBo = ofEntries + audiences.map { "contest none \($0.rawValue)" }
        let inContest = ListPhotos(contest: logged.id)
        let all = try await scene.gallery(inContest, as: reader)
        let expected = ofBo + ["challenge none participants"]
        #expect(all.map { said($0, entries) }.sorted() == expected.sorted())
        let bos = ListPhotos(contest: logged.id, user: scene.bo)
        let ofOne = try await scene.gallery(bos, as: reader)
        #expect(ofOne == all.filter { $0.of != .challenge })
        #expect(ofOne.allSatisfy { $0.user.id == scene.bo && $0.challengeID == logged.id })

        // In his own gallery they see the same, and what belongs to no contest.
        let relation = try await scene.database.relation(scene.bo, reader)
        let standing = try await scene.database.copies(of: [scene.bo])[scene.bo]?.standing
        let person = ListPhotos(user: scene.bo)
        guard relation != .blocked, standing == .active else {
            let hidden = ChallengesError.personNotFound.fault
            #expect(await scene.fault(person, as: reader) == hidden)
            return
        }
        let own: [Audience] =
            reader == scene.bo
            ? Self.audiences : relation == .friends ? [.friends, .public] : [.public]
        let photos = try await scene.gallery(person, as: reader)
        #expect(photos.filter { $0.of != .own } == ofOne)
        #expect(photos.filter { $0.of == .own }.map(\.audience) == own.reversed())
        for call in [inContest, bos, person] { try await expectPages(call, as: reader, in: scene) }
    }

    /// Expects the same pictures in the same order, the newest first, whatever the size of the
    /// pages: three, and one where there are few.
    private func expectPages(
        _ call: ListPhotos,
        as reader: UserID,
        in scene: Scene
    ) async throws {
        var call = call
        call.limit = 100
        let all = try await scene.gallery(call, as: reader)
        let sorted = all.sorted { ($0.addedAt, $0.photoID) > ($1.addedAt, $1.photoID) }
        #expect(all == sorted)
        for limit in all.count > 6 ? [3] : [3, 1] {
            call.limit = limit
            #expect(try await scene.gallery(call, as: reader) == all, "\(limit) a page")
        }
    }

    @Test func `of who has left or was removed others see nothing, and they see their own`()
        async throws
    {
        for state in [Participant.State.left, .removed] {
            let logged = try await LoggedContest.store()
            let scene = logged.scene
            try await logged.log(mediaIDs: [MediaID()], audience: .public)
            try await scene.add(to: logged.id, audience: .public, by: scene.bo)
            let own = try await scene.gallery(ListPhotos(), as: scene.bo)
            #expect(own.count == 2)
            try await logged.join(scene.bo, state)
            for reader in [scene.ana, scene.cy] {
                let inContest = ListPhotos(contest: logged.id)
                #expect(try await scene.gallery(inContest, as: reader).isEmpty)
                let ofBo = ListPhotos(user: scene.bo)
                #expect(try await scene.gallery(ofBo, as: reader).isEmpty)
            }
            #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == own)
            let mine = ListPhotos(contest: logged.id)
            #expect(try await scene.gallery(mine, as: scene.bo) == own)
            // Who comes back shows them again.
            try await logged.join(scene.bo)
            #expect(try await scene.gallery(mine, as: scene.ana) == own)
        }
    }

    @Test func `pictures of an entry go with it, and of a removed one its owner alone sees them`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let gone = try await logged.log(mediaIDs: [MediaID()], audience: .public)
        let removed = try await logged.log(mediaIDs: [MediaID()], audience: .public)
        let queried = try await logged.log(mediaIDs: [MediaID()])
        _ = try await scene.ask(DeleteEntry(entry: gone.id), as: scene.bo)
        try await logged.query(removed.id, .removed)
        try await logged.query(queried.id)
        for call in [ListPhotos(contest: logged.id), ListPhotos(user: scene.bo)] {
            let seen = try await scene.gallery(call, as: scene.ana)
            #expect(seen.map(\.entryID) == [queried.id])
            let own = try await scene.gallery(call, as: scene.bo)
            #expect(Set(own.map(\.entryID)) == [queried.id, removed.id])
        }
    }

    @Test func `completions are in both galleries`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, kind: .open, unit: nil)
        let logged = try await LoggedContest.store(contest, in: scene)
        let complete = CompleteContest(contest: logged.id, mediaIDs: [MediaID(), MediaID()])
        _ = try await scene.ask(complete, as: scene.bo)
        for call in [ListPhotos(contest: logged.id), ListPhotos(user: scene.bo)] {
            let seen = try await scene.gallery(call, as: scene.ana)
            #expect(seen.map(\.of) == [.completion, .completion])
            #expect(Set(seen.map(\.photo.id)) == Set(complete.mediaIDs ?? []))
            #expect(try await scene.gallery(call, as: scene.cy).isEmpty)
            let photo = try #require(seen.first)
            let wide = ChangePhoto(photo: photo.photoID, audience: .public)
            _ = try await scene.ask(wide, as: scene.bo)
            #expect(try await scene.gallery(call, as: scene.cy).map(\.photoID) == [photo.photoID])
            let narrow = ChangePhoto(photo: photo.photoID, audience: .participants)
            _ = try await scene.ask(narrow, as: scene.bo)
        }
    }

    @Test func `a submission is seen by its recipient and its sender alone, and leads to it`()
        async throws
    {
        let scene = Scene()
        for user in [scene.ana, scene.bo, scene.cy] { try await scene.know(user) }
        try await scene.relate(scene.bo, scene.cy, .friends)
        let picture = MediaID()
        let assignment = try await scene.submit(picture)
        let ofBo = ListPhotos(user: scene.bo)
        let own = try await scene.gallery(ofBo, as: scene.bo)
        #expect(own.map(\.of) == [.attempt])
        #expect(own.map(\.photo.id) == [picture])
        #expect(own.map(\.assignmentID) == [assignment])
        let challenge = try await scene.get(assignment).challenge.id
        #expect(own.map(\.challengeID) == [challenge])
        #expect(try await scene.gallery(ofBo, as: scene.ana) == own)
        #expect(try await scene.gallery(ofBo, as: scene.cy).isEmpty)
        // It is Bo's, not hers.
        #expect(try await scene.gallery(ListPhotos(), as: scene.ana).isEmpty)
    }

    @Test func `pictures of a contest's text are in the gallery of who gave them to it`()
        async throws
    {
        let scene = Scene()
        for user in [scene.ana, scene.bo, scene.cy] { try await scene.know(user) }
        let (given, copied) = (MediaID(), MediaID())
        let definition = try await scene.post(visibility: .public, mediaIDs: [copied], by: scene.bo)
        let own = try await scene.compete { call in
            call.visibility = .public
            call.mediaIDs = [given]
        }
        let other = try await scene.compete { call in
            (call.definition, call.visibility) = (definition.id, .public)
        }
        for (contest, picture) in [(own.id, given), (other.id, copied)] {
            let photos = try await scene.gallery(ListPhotos(contest: contest), as: scene.cy)
            #expect(photos.map(\.photo.id) == [picture])
            #expect(photos.map(\.of) == [.challenge])
            #expect(photos.map(\.user.id) == [picture == given ? scene.ana : scene.bo])
        }
        let ofAna = ListPhotos(user: scene.ana)
        for reader in [scene.ana, scene.cy] {
            let photos = try await scene.gallery(ofAna, as: reader)
            #expect(photos.map(\.photo.id) == [given])
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
        let copy = try await scene.database.one(
            "SELECT id FROM photos WHERE of = 'contest' AND owner = \(scene.bo)"
        ) { row in try row.next(PhotoID.self) }
        let fault = await scene.fault(RemovePhoto(photo: copy), as: scene.bo)
        #expect(fault == ChallengesError.photoNotFound.fault)
        // Where the contest is not seen, they are not; and not behind a block.
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        #expect(try await scene.gallery(ofAna, as: scene.cy).isEmpty)
        try await scene.database.run("UPDATE contests SET visibility = 'public'")
        try await scene.relate(scene.bo, scene.cy, .blocked)
        #expect(try await scene.gallery(ListPhotos(contest: other.id), as: scene.cy).isEmpty)
        #expect(try await scene.gallery(ListPhotos(contest: own.id), as: scene.cy).count == 1)
    }

    @Test func `what was hidden after reports its owner alone sees`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        try await scene.add(to: logged.id, audience: .public, by: scene.bo)
        try await scene.add(audience: .public, by: scene.bo)
        try await logged.show(MediaID(), of: scene.ana)
        try await scene.database.run("UPDATE photos SET hidden_at = \(scene.clock.now)")
        let inContest = ListPhotos(contest: logged.id)
        #expect(try await scene.gallery(inContest, as: scene.cy).isEmpty)
        #expect(try await scene.gallery(inContest, as: scene.ana).map(\.of) == [.challenge])
        #expect(try await scene.gallery(inContest, as: scene.bo).map(\.of) == [.contest])
        for reader in [scene.ana, scene.cy] {
            #expect(try await scene.gallery(ListPhotos(user: scene.bo), as: reader).isEmpty)
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 2)
    }

    @Test
    func `a page ends after a number of pictures that the viewer may not see, the next goes on`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let old = try await scene.add(to: logged.id, audience: .public, by: scene.bo)
        scene.clock.advance(by: .seconds(1))
        try await logged.hide(Looks.max, of: scene.bo)
        scene.clock.advance(by: .seconds(1))
        let new = try await scene.add(to: logged.id, audience: .public, by: scene.bo)
        let galleries = [
            ListPhotos(contest: logged.id), ListPhotos(contest: logged.id, user: scene.bo),
            ListPhotos(user: scene.bo),
        ]
        for gallery in galleries {
            for reader in [scene.ana, scene.cy] {
                let first = try await scene.ask(gallery, as: reader)
                #expect(first.items == [new])
                var next = gallery
                let end: String = try #require(first.nextCursor)
                next.cursor = end
                let last = try await scene.ask(next, as: reader)
                #expect(last.items == [old] && last.nextCursor == nil)
            }
            var own = gallery
            own.limit = 100
            let photos = try await scene.gallery(own, as: scene.bo)
            #expect(photos.count == Looks.max + 2)
            #expect(photos.first == new && photos.last == old)
        }
    }

    @Test func `a page that ends early may have nothing`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        try await logged.hide(Looks.max, of: scene.bo)
        var call = ListPhotos(user: scene.bo)
        let first = try await scene.ask(call, as: scene.ana)
        #expect(first.items.isEmpty)
        let end: String = try #require(first.nextCursor)
        call.cursor = end
        let last = try await scene.ask(call, as: scene.ana)
        #expect(last.items.isEmpty && last.nextCursor == nil)
    }

    @Test func `a user whom the caller may not see does not exist for them`() async throws {
        let scene = Scene()
        for user in [scene.ana, scene.bo] { try await scene.know(user) }
        try await scene.add(audience: .public, by: scene.bo)
        let ofBo = ListPhotos(user: scene.bo)
        #expect(await scene.fault(ofBo, as: scene.ana) == nil)
        let hidden = ChallengesError.personNotFound
        #expect(hidden.kind == .notFound)
        #expect(await scene.fault(ListPhotos(user: UserID()), as: scene.ana) == hidden.fault)
        try await scene.relate(scene.ana, scene.bo, .blocked)
        #expect(await scene.fault(ofBo, as: scene.ana) == hidden.fault)
        try await scene.relate(scene.ana, scene.bo, .none, version: 3)
        for (number, standing) in [AccountStanding.hidden, .suspended, .deleted].enumerated() {
            try await scene.set(standing, of: scene.bo, version: Int64(number) + 2)
            #expect(await scene.fault(ofBo, as: scene.ana) == hidden.fault, "\(standing)")
            // Their own they see as long as they are let in.
            #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 1)
        }
        try await scene.set(.active, of: scene.bo, version: 9)
        #expect(try await scene.gallery(ofBo, as: scene.ana).count == 1)
    }

    @Test func `each gallery has cursors of its own`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        for _ in 0..<2 { try await scene.add(to: logged.id, by: scene.bo) }
        let galleries = [
            ListPhotos(contest: logged.id), ListPhotos(contest: logged.id, user: scene.bo),
            ListPhotos(user: scene.bo), ListPhotos(contest: logged.id, user: scene.ana),
            ListPhotos(user: scene.ana),
        ]
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for (number, first) in galleries.prefix(3).enumerated() {
            var page = first
            page.limit = 1
            let cursor = try #require(try await scene.ask(page, as: scene.bo).nextCursor)
            for (place, other) in galleries.enumerated() {
                var call = other
                call.cursor = cursor
                let fault = await scene.fault(call, as: scene.bo)
                #expect(fault == (place == number ? nil : refusal), "\(first), then \(other)")
            }
        }
        for text in ["", "x", String(repeating: "x", count: 5_000)] {
            let call = ListPhotos(contest: logged.id, cursor: text)
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
        // One's own is the same by its name and without.
        let own = try await scene.ask(ListPhotos(limit: 1), as: scene.bo)
        let named = ListPhotos(user: scene.bo, cursor: own.nextCursor)
        #expect(await scene.fault(named, as: scene.bo) == nil)
    }

    @Test(arguments: [0, 101])
    func `a page holds 1 to 100 pictures`(limit: Int) async throws {
        let scene = Scene()
        let refusal = Refusal(ChallengesError.limitInvalid, at: "/limit").fault
        for call in [ListPhotos(limit: limit), ListPhotos(contest: ChallengeID(), limit: limit)] {
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
    }
}
