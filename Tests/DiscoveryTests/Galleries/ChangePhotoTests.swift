import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Contests

/// Who sees a picture that is shown in a contest (2.10-photos, FR-10).
@Suite(.freshDatabase(Challenges.migrations))
struct ChangePhotoTests {
    @Test func `a picture has an audience of its own, within that of its entry`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let entry = try await logged.log(mediaIDs: [MediaID(), MediaID()], audience: .public)
        let photo = entry.photos[0]
        for audience in [Audience.participants, .friends, .public] {
            let call = ChangePhoto(photo: photo.photoID, audience: audience)
            let changed = try await scene.ask(call, as: scene.bo)
            #expect(changed.photoID == photo.photoID)
            #expect(changed.audience == audience)
            #expect(changed.photo == photo.photo)
            #expect(changed.taken == photo.taken)
            for user in [scene.bo, scene.ana, scene.cy] {
                let seen = try #require(try await logged.entry(entry.id, as: user))
                let isSeen = user != scene.cy || audience == .public
                #expect(seen.photos.map(\.photoID).contains(photo.photoID) == isSeen)
                // The other one stays as it was.
                #expect(seen.photos.last?.photoID == entry.photos[1].photoID)
            }
        }
        // The entry itself is not changed by it.
        #expect(try await logged.entry(entry.id, as: scene.bo)?.version == 1)
        let narrow = ChangeEntry(entry: entry.id, audience: .participants)
        _ = try await scene.ask(narrow, as: scene.bo)
        #expect(try await logged.entry(entry.id, as: scene.cy) == nil)
    }

    @Test func `no wider than the contest allows`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, visibility: .friends)
        let logged = try await LoggedContest.store(contest, in: scene)
        let photo = try await logged.log(mediaIDs: [MediaID()]).photos[0]
        let refusal = Refusal(ChallengesError.audienceTooWide, at: "/audience").fault
        let wide = ChangePhoto(photo: photo.photoID, audience: .public)
        #expect(await scene.fault(wide, as: scene.bo) == refusal)
        let friends = ChangePhoto(photo: photo.photoID, audience: .friends)
        #expect(try await scene.ask(friends, as: scene.bo).audience == .friends)
        try await scene.database.run("UPDATE contests SET visibility = 'link'")
        #expect(await scene.fault(friends, as: scene.bo) == refusal)
        let own = ChangePhoto(photo: photo.photoID, audience: .participants)
        #expect(try await scene.ask(own, as: scene.bo).audience == .participants)
    }

    @Test func `what proves something is hidden from nobody in the contest`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(owner: scene.ana, kind: .open, unit: nil)
        let logged = try await LoggedContest.store(contest, in: scene)
        try await logged.log(nil, mediaIDs: [MediaID()])
        let complete = CompleteContest(contest: logged.id, mediaIDs: [MediaID()])
        _ = try await scene.ask(complete, as: scene.bo)
        let gallery = ListPhotos(contest: logged.id)
        let photos = try await scene.gallery(gallery, as: scene.ana)
        #expect(Set(photos.map(\.of)) == [.entry, .completion])
        let refusal = Refusal(ChallengesError.audienceTooWide, at: "/audience").fault
        for photo in photos {
            let call = ChangePhoto(photo: photo.photoID, audience: .owner)
            #expect(await scene.fault(call, as: scene.bo) == refusal)
        }
        #expect(try await scene.gallery(gallery, as: scene.ana) == photos)
    }

    @Test func `an unknown audience is refused first`() async throws {
        let logged = try await LoggedContest.store()
        let call = ChangePhoto(photo: PhotoID(), audience: .unknown)
        let refusal = Refusal(ChallengesError.audienceUnknown, at: "/audience").fault
        #expect(await logged.scene.fault(call, as: logged.scene.bo) == refusal)
    }

    @Test func `only the caller's own pictures of entries and completions can be changed`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let photo = try await logged.log(mediaIDs: [MediaID()]).photos[0]
        _ = try await scene.post(mediaIDs: [MediaID()], by: scene.bo)
        let ofDefinition = try await scene.database.one(
            "SELECT id FROM photos WHERE of = 'definition'"
        ) { row in try row.next(PhotoID.self) }
        let refusal = ChallengesError.photoNotFound.fault
        for (id, user) in [
            (photo.photoID, scene.ana), (photo.photoID, scene.cy), (PhotoID(), scene.bo),
            (ofDefinition, scene.bo),
        ] {
            let call = ChangePhoto(photo: id, audience: .owner)
            #expect(await scene.fault(call, as: user) == refusal)
        }
        #expect(ChallengesError.photoNotFound.kind == .notFound)
        // Nor one that was taken out meanwhile.
        let entry = try await logged.entries(as: scene.bo)[0]
        _ = try await scene.ask(ChangeEntry(entry: entry.id, mediaIDs: []), as: scene.bo)
        let gone = ChangePhoto(photo: photo.photoID, audience: .owner)
        #expect(await scene.fault(gone, as: scene.bo) == refusal)
    }

    @Test func `so have pictures that were added to a contest, and those that belong to none`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        for contest in [logged.id, nil] {
            let photo = try await scene.add(to: contest, by: scene.bo)
            for audience in Audience.allCases where audience != .unknown {
                let call = ChangePhoto(photo: photo.photoID, audience: audience)
                let key = "\(audience)\(photo.photoID)"
                let changed = try await scene.ask(call, as: scene.bo, key: key)
                #expect(changed.audience == audience)
                #expect(changed.photo == photo.photo)
                let own = try await scene.gallery(ListPhotos(), as: scene.bo)
                #expect(own.first { $0.photoID == photo.photoID }?.audience == audience)
                let ofBo = ListPhotos(user: scene.bo)
                let isSeen = try await scene.gallery(ofBo, as: scene.cy).map(\.photoID)
                #expect(isSeen.contains(photo.photoID) == (audience == .public))
                #expect(await scene.fault(call, as: scene.ana) == Self.notFound)
            }
            let key = "last \(photo.photoID)"
            let last = ChangePhoto(photo: photo.photoID, audience: .public)
            _ = try await scene.ask(last, as: scene.bo, key: key)
            _ = try await scene.ask(RemovePhoto(photo: photo.photoID), as: scene.bo)
            #expect(await scene.fault(last, as: scene.bo) == Self.notFound)
            // A lost reply is given again all the same.
            #expect(await scene.fault(last, as: scene.bo, key: key) == nil)
        }
    }

    private static let notFound = ChallengesError.photoNotFound.fault

    @Test func `former participants, and all after the end, still decide who sees their pictures`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let photo = try await logged.log(mediaIDs: [MediaID()]).photos[0]
        try await logged.join(scene.bo, .left)
        scene.clock.advance(by: .days(9))
        let call = ChangePhoto(photo: photo.photoID, audience: .public)
        #expect(try await scene.ask(call, as: scene.bo).audience == .public)
        #expect(try await scene.ask(call, as: scene.bo, key: "k").audience == .public)
    }
}
