import ChallengesAPI
import ChallengesTestKit
import Contests
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// Who sees which pictures of a goal, and who changes them (2.10-gallery, CH-08, CH-30).
@Suite(.freshDatabase(Challenges.migrations))
struct ListGoalPhotosTests {
    private let scene = Scene()

    /// A goal of Bo's, whose friend Ana is, with four pictures, the newest first: of its making,
    /// one for Bo alone, one of an entry, and one for friends.
    private func goal(
        _ visibility: Visibility = .friends
    ) async throws -> (id: ChallengeID, photos: [GalleryPhoto]) {
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        let goal = try await scene.goal(of: scene.bo) {
            ($0.visibility, $0.mediaIDs) = (visibility, [MediaID()])
        }
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.add([MediaID()], toGoal: goal.id, audience: .owner, by: scene.bo)
        scene.clock.advance(by: .seconds(1))
        let log = AddGoalEntry(goal: goal.id, amount: .of("1"), mediaIDs: [MediaID()])
        _ = try await scene.ask(log, as: scene.bo)
        scene.clock.advance(by: .seconds(1))
        _ = try await scene.add([MediaID()], toGoal: goal.id, by: scene.bo)
        return (goal.id, try await scene.gallery(ListPhotos(goal: goal.id), as: scene.bo))
    }

    @Test func `its owner sees its pictures and those of its entries, the newest first`()
        async throws
    {
        let (id, photos) = try await goal(.private)
        #expect(photos.map(\.of) == [.goal, .goalEntry, .goal, .goal])
        #expect(photos.map(\.audience) == [.friends, .owner, .owner, .friends])
        #expect(photos.map { $0.entryID != nil } == [false, true, false, false])
        #expect(photos.allSatisfy { $0.challengeID == id && $0.user.id == scene.bo })
        for limit in 1...4 {
            let call = ListPhotos(goal: id, limit: limit)
            #expect(try await scene.gallery(call, as: scene.bo) == photos, "\(limit) a page")
        }
        let ofBo = ListPhotos(goal: id, user: scene.bo)
        #expect(try await scene.gallery(ofBo, as: scene.bo) == photos)
        let ofAna = ListPhotos(goal: id, user: scene.ana)
        #expect(try await scene.gallery(ofAna, as: scene.bo).isEmpty)
        // In the gallery of all pictures they stand too, and another goal has its own.
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == photos)
        let other = try await scene.goal(of: scene.bo)
        #expect(try await scene.gallery(ListPhotos(goal: other.id), as: scene.bo).isEmpty)
    }

    @Test func `a friend who sees the goal sees what is for friends, and nothing of entries`()
        async throws
    {
        let (id, photos) = try await goal()
        let seen = [photos[0], photos[3]]
        for call in [ListPhotos(goal: id), ListPhotos(user: scene.bo)] {
            #expect(try await scene.gallery(call, as: scene.ana) == seen)
            var paged = call
            paged.limit = 1
            #expect(try await scene.gallery(paged, as: scene.ana) == seen)
        }
        let shown = try await scene.ask(GetGoal(goal: id), as: scene.ana)
        #expect(shown.photos.map(\.id) == [photos[3].photo.id, photos[0].photo.id])
        // A goal that becomes private shows none.
        _ = try await scene.ask(ChangeGoal(goal: id, visibility: .private), as: scene.bo)
        let notFound = ChallengesError.goalNotFound.fault
        #expect(await scene.fault(ListPhotos(goal: id), as: scene.ana) == notFound)
        #expect(try await scene.gallery(ListPhotos(user: scene.bo), as: scene.ana).isEmpty)
    }

    @Test func `to everyone else the goal does not exist`() async throws {
        let (id, photos) = try await goal()
        let notFound = ChallengesError.goalNotFound.fault
        let call = ListPhotos(goal: id)
        #expect(await scene.fault(call, as: scene.cy) == notFound)
        #expect(try await scene.gallery(ListPhotos(user: scene.bo), as: scene.cy).isEmpty)
        #expect(await scene.fault(ListPhotos(goal: ChallengeID()), as: scene.bo) == notFound)
        let contest = try await scene.storeContest(owner: scene.bo)
        #expect(await scene.fault(ListPhotos(goal: contest.id), as: scene.bo) == notFound)
        let asContest = ChallengesError.contestNotFound.fault
        #expect(await scene.fault(ListPhotos(contest: id), as: scene.bo) == asContest)
        try await scene.relate(scene.bo, scene.ana, .blocked, version: 3)
        #expect(await scene.fault(call, as: scene.ana) == notFound)
        #expect(try await scene.gallery(call, as: scene.bo) == photos)
    }

    @Test func `what a moderator hid, its owner alone sees`() async throws {
        let (id, photos) = try await goal()
        try await scene.database.run(
            "UPDATE photos SET hidden_at = \(scene.clock.now) WHERE id = \(photos[3].photoID)"
        )
        #expect(try await scene.gallery(ListPhotos(goal: id), as: scene.ana) == [photos[0]])
        let shown = try await scene.ask(GetGoal(goal: id), as: scene.ana)
        #expect(shown.photos.map(\.id) == [photos[0].photo.id])
        #expect(try await scene.gallery(ListPhotos(goal: id), as: scene.bo) == photos)
    }

    @Test func `a page looks at 500 pictures where its viewer may see few of them`() async throws {
        let (id, photos) = try await goal()
        try await scene.database.run(
            """
            INSERT INTO photos (id, media, owner, challenge, of, subject, position, audience,
                content_type, width, height, taken, added_at)
            SELECT gen_random_uuid(), gen_random_uuid(), \(scene.bo), \(id), 'goalEntry',
                gen_random_uuid(), 0, 'owner', 'image/png', 640, 480, 'unknown',
                \(scene.clock.now) + interval '1 second'
            FROM generate_series(1, 500)
            """
        )
        for gallery in [ListPhotos(goal: id), ListPhotos(user: scene.bo)] {
            var call = gallery
            let page = try await scene.ask(call, as: scene.ana)
            #expect(page.items.isEmpty)
            #expect(page.nextCursor != nil)
            call.cursor = page.nextCursor
            let next = try await scene.ask(call, as: scene.ana)
            #expect(next.items == [photos[0], photos[3]])
            #expect(next.nextCursor == nil)
        }
    }

    @Test func `a cursor belongs to one gallery`() async throws {
        let (id, _) = try await goal()
        let other = try await scene.goal(of: scene.bo)
        let page = try await scene.ask(ListPhotos(goal: id, limit: 1), as: scene.bo)
        let cursor = try #require(page.nextCursor)
        let refusal = Refusal(ChallengesError.cursorInvalid, at: "/cursor").fault
        for call in [
            ListPhotos(goal: other.id, cursor: cursor), ListPhotos(cursor: cursor),
            ListPhotos(goal: id, user: scene.bo, cursor: cursor),
        ] {
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
    }

    // Changing and removing.

    @Test func `its owner changes who sees a picture, that of an entry stays theirs`() async throws
    {
        let (id, photos) = try await goal()
        let change = { ChangePhoto(photo: photos[0].photoID, audience: $0) }
        for audience in [Audience.participants, .public] {
            let refusal = Refusal(ChallengesError.audienceTooWide, at: "/audience").fault
            #expect(await scene.fault(change(audience), as: scene.bo) == refusal)
        }
        let hidden = try await scene.ask(change(.owner), as: scene.bo)
        #expect(hidden.photoID == photos[0].photoID && hidden.audience == .owner)
        #expect(try await scene.gallery(ListPhotos(goal: id), as: scene.ana) == [photos[3]])
        _ = try await scene.ask(change(.friends), as: scene.bo)
        #expect(try await scene.gallery(ListPhotos(goal: id), as: scene.ana).count == 2)
        let notFound = ChallengesError.photoNotFound.fault
        #expect(await scene.fault(change(.owner), as: scene.ana) == notFound)
        let ofEntry = ChangePhoto(photo: photos[1].photoID, audience: .friends)
        #expect(await scene.fault(ofEntry, as: scene.bo) == notFound)
    }

    @Test func `its owner removes a picture, that of an entry is changed with it`() async throws {
        let (id, photos) = try await goal()
        let notFound = ChallengesError.photoNotFound.fault
        let remove = RemovePhoto(photo: photos[0].photoID)
        #expect(await scene.fault(remove, as: scene.ana) == notFound)
        _ = try await scene.ask(remove, as: scene.bo)
        #expect(await scene.fault(remove, as: scene.bo) == notFound)
        let left = try await scene.gallery(ListPhotos(goal: id), as: scene.bo)
        #expect(left == Array(photos.dropFirst()))
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == left)
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.cause) == ["goal:\(id)"])
        #expect(released.map(\.media) == [[photos[0].photo.id]])
        let bound = ChallengesError.photoBound.fault
        let ofEntry = RemovePhoto(photo: photos[1].photoID)
        #expect(await scene.fault(ofEntry, as: scene.bo) == bound)
        #expect(await scene.fault(ofEntry, as: scene.ana) == notFound)
    }
}
