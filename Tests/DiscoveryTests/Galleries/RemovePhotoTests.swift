import ChallengesAPI
import ChallengesTestKit
import Identifiers
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import Contests

/// Pictures that are taken out of galleries (2.10-gallery).
@Suite(.freshDatabase(Challenges.migrations))
struct RemovePhotoTests {
    @Test func `a picture is gone where it was removed, and mediad is told`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let picture = MediaID()
        let entry = try await logged.log(mediaIDs: [picture])
        let inContest = try await scene.add(picture, to: logged.id, by: scene.bo)
        let own = try await scene.add(picture, by: scene.bo)
        _ = try await scene.ask(RemovePhoto(photo: inContest.photoID), as: scene.bo)
        let left = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(Set(left.map(\.photoID)) == [own.photoID, entry.photos[0].photoID])
        _ = try await scene.ask(RemovePhoto(photo: own.photoID), as: scene.bo)
        #expect(
            try await scene.gallery(ListPhotos(), as: scene.bo).map(\.photoID)
                == entry.photos.map(\.photoID)
        )
        let released = try await scene.emitted(MediaReleased.self)
        #expect(released.map(\.cause) == ["gallery:\(logged.id)", "own:\(scene.bo)"])
        #expect(released.map(\.media) == [[picture], [picture]])
        // It may come back, as another one.
        let again = try await scene.add(picture, to: logged.id, by: scene.bo)
        #expect(again.photoID != inContest.photoID)
    }

    @Test func `another user's picture does not exist for the caller, visible or not`() async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let inContest = try await scene.add(to: logged.id, audience: .public, by: scene.bo)
        let own = try await scene.add(audience: .public, by: scene.bo)
        _ = try await scene.post(mediaIDs: [MediaID()], by: scene.bo)
        let ofDefinition = try await scene.database.one(
            "SELECT id FROM photos WHERE of = 'definition'"
        ) { row in try row.next(PhotoID.self) }
        let error = ChallengesError.photoNotFound
        for (photo, user) in [
            (inContest.photoID, scene.ana), (inContest.photoID, scene.cy), (own.photoID, scene.cy),
            (PhotoID(), scene.bo), (ofDefinition, scene.bo),
        ] {
            #expect(await scene.fault(RemovePhoto(photo: photo), as: user) == error.fault)
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 2)
        #expect(try await scene.emitted(MediaReleased.self).isEmpty)
    }

    @Test func `what belongs to something is changed with that`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.bo, kind: .open, unit: nil)
        let logged = try await LoggedContest.store(contest, in: scene)
        _ = try await scene.submit(MediaID())
        try await logged.log(nil, mediaIDs: [MediaID()])
        let complete = CompleteContest(contest: logged.id, mediaIDs: [MediaID()])
        _ = try await scene.ask(complete, as: scene.bo)
        try await logged.show(MediaID(), of: scene.bo)
        let photos = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(Set(photos.map(\.of)) == [.attempt, .entry, .completion, .challenge])
        let bound = ChallengesError.photoBound
        #expect(bound.kind == .conflict)
        for photo in photos {
            let call = RemovePhoto(photo: photo.photoID)
            #expect(await scene.fault(call, as: scene.bo) == bound.fault, "\(photo.of)")
            let hidden = ChallengesError.photoNotFound.fault
            #expect(await scene.fault(call, as: scene.ana) == hidden, "\(photo.of)")
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == photos)
    }

    @Test(arguments: [Participant.State.left, .removed])
    func `who is no longer in the contest, or sees it end, still removes their own`(
        state: Participant.State
    ) async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let photo = try await scene.add(to: logged.id, by: scene.bo)
        try await logged.join(scene.bo, state)
        scene.clock.advance(by: .days(9))
        _ = try await scene.ask(RemovePhoto(photo: photo.photoID), as: scene.bo)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
    }

    @Test func `it is removed once, and the same key is told so again`() async throws {
        let scene = Scene()
        try await scene.know(scene.bo)
        let call = RemovePhoto(photo: try await scene.add(by: scene.bo).photoID)
        _ = try await scene.ask(call, as: scene.bo, key: "k")
        _ = try await scene.ask(call, as: scene.bo, key: "k")
        #expect(await scene.fault(call, as: scene.bo) == ChallengesError.photoNotFound.fault)
        #expect(try await scene.emitted(MediaReleased.self).count == 1)
    }

    @Test func `of many calls at once one removes it`() async throws {
        let scene = Scene()
        try await scene.know(scene.bo)
        let call = RemovePhoto(photo: try await scene.add(by: scene.bo).photoID)
        let faults = await scene.faults(Array(repeating: (scene.bo, call), count: 8))
        #expect(faults == Array(repeating: ChallengesError.photoNotFound.fault, count: 7))
        #expect(try await scene.emitted(MediaReleased.self).count == 1)
    }
}
