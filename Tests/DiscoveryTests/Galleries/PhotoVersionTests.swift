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

/// Pictures of who says which version of what shows them they saw.
@Suite(.freshDatabase(Challenges.migrations))
struct PhotoVersionTests {
    private let stale = ChallengesError.versionStale.fault

    private func others(than version: Int64) -> [Int64] { [version + 1, version - 1, -1] }

    @Test func `another version is refused with what it is of, and no picture is claimed`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let contest = try await scene.ask(GetContest(contest: logged.id), as: scene.bo)
        let goal = try await scene.goal(of: scene.bo)
        func call(_ contest: ChallengeID?, _ goal: ChallengeID?, _ version: Int64) -> AddPhotos {
            AddPhotos(contest: contest, goal: goal, mediaIDs: [MediaID()], ifVersion: version)
        }
        for version in others(than: contest.version) {
            let fault = await scene.fault(call(logged.id, nil, version), as: scene.bo)
            #expect(fault?.code == stale.code)
            let current = try #require(fault?.current)
            #expect(try WireDecoder().decode(Contest.self, from: current) == contest)
        }
        for version in others(than: goal.version) {
            let fault = await scene.fault(call(nil, goal.id, version), as: scene.bo)
            #expect(fault?.code == stale.code)
            let current = try #require(fault?.current)
            #expect(try WireDecoder().decode(Goal.self, from: current) == goal)
        }
        #expect(await scene.fault(call(nil, nil, 1), as: scene.bo) == stale)
        #expect(scene.media.claimed.isEmpty)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
        let right = call(logged.id, nil, contest.version)
        let added = try await scene.ask(right, as: scene.bo, key: "k")
        #expect(added.items.map(\.of) == [.contest])
        let shown = try await scene.ask(call(nil, goal.id, goal.version), as: scene.bo)
        #expect(shown.items.map(\.of) == [.goal])
        // A repetition gets its reply, whatever the version is by then.
        try await scene.database.run("UPDATE contests SET version = version + 1")
        #expect(try await scene.ask(right, as: scene.bo, key: "k") == added)
    }

    @Test func `who sees a picture is changed by the version of what shows it`() async throws {
        let scene = Scene()
        let contest = ContestRecord.ofEntries(
            owner: scene.ana,
            kind: .open,
            unit: nil,
            visibility: .public
        )
        let logged = try await LoggedContest.store(contest, in: scene)
        let entry = try await logged.log(nil, mediaIDs: [MediaID()])
        let complete = CompleteContest(contest: logged.id, mediaIDs: [MediaID()])
        _ = try await scene.ask(complete, as: scene.bo)
        _ = try await scene.add(to: logged.id, by: scene.bo)
        let goal = try await scene.goal(of: scene.bo)
        _ = try await scene.add([MediaID()], toGoal: goal.id, by: scene.bo)
        let own = try await scene.add(by: scene.bo)
        // So that each has another one.
        try await scene.database.run("UPDATE contests SET version = 20")
        try await scene.database.run("UPDATE entries SET version = 30")
        try await scene.database.run("UPDATE goals SET version = 40")
        let versions: [GalleryPhoto.Place: Int64] = [
            .completion: 20, .contest: 20, .entry: 30, .goal: 40,
        ]
        let photos = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(Set(photos.map(\.of)) == Set(versions.keys).union([.own]))
        func call(_ photo: GalleryPhoto, _ version: Int64) -> ChangePhoto {
            let audience = photo.of == .goal ? Audience.owner : .friends
            return ChangePhoto(photo: photo.photoID, audience: audience, ifVersion: version)
        }
        for photo in photos {
            for version in others(than: versions[photo.of] ?? 1) + [1] {
                let fault = await scene.fault(call(photo, version), as: scene.bo)
                #expect(fault == stale, "\(photo.of) \(version)")
            }
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == photos)
        for photo in photos where photo.of != .own {
            let right = call(photo, try #require(versions[photo.of]))
            let changed = try await scene.ask(right, as: scene.bo, key: "\(photo.photoID)")
            #expect(changed.audience == right.audience)
        }
        // What is not there says nothing of versions.
        let gone = ChangePhoto(photo: PhotoID(), audience: .friends, ifVersion: 1)
        let missing = ChallengesError.photoNotFound.fault
        #expect(await scene.fault(gone, as: scene.bo) == missing)
        #expect(await scene.fault(call(own, 1), as: scene.cy) == missing)
        #expect(entry.photos.count == 1)
    }

    @Test func `a picture is removed by the version of what it was added to`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let bound = try await logged.log(mediaIDs: [MediaID()]).photos[0]
        let inContest = try await scene.add(to: logged.id, by: scene.bo)
        let goal = try await scene.goal(of: scene.bo)
        let ofGoal = try await scene.add([MediaID()], toGoal: goal.id, by: scene.bo)[0]
        let own = try await scene.add(by: scene.bo)
        try await scene.database.run("UPDATE contests SET version = 20")
        try await scene.database.run("UPDATE goals SET version = 40")
        let before = try await scene.gallery(ListPhotos(), as: scene.bo)
        for (photo, right) in [(inContest, Int64(20)), (ofGoal, 40), (own, -2)] {
            for version in others(than: right) + [1] {
                let call = RemovePhoto(photo: photo.photoID, ifVersion: version)
                #expect(await scene.fault(call, as: scene.bo) == stale, "\(photo.of) \(version)")
            }
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == before)
        #expect(try await scene.emitted(MediaReleased.self).isEmpty)
        for (photo, version) in [(inContest, Int64(20)), (ofGoal, 40)] {
            let call = RemovePhoto(photo: photo.photoID, ifVersion: version)
            _ = try await scene.ask(call, as: scene.bo)
        }
        let left = try await scene.gallery(ListPhotos(), as: scene.bo).map(\.photoID)
        #expect(Set(left) == [bound.photoID, own.photoID])
        // What can never be removed is that, whatever version it has.
        let fixed = RemovePhoto(photo: bound.photoID, ifVersion: 1)
        #expect(await scene.fault(fixed, as: scene.bo) == ChallengesError.photoBound.fault)
    }

    @Test func `an invisible contest has no version, and the caller's picture stays`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let photo = try await scene.add(to: logged.id, by: scene.bo)
        let version = try await scene.ask(GetContest(contest: logged.id), as: scene.bo).version
        try await logged.join(scene.bo, .removed)
        try await scene.database.run("UPDATE contests SET visibility = 'private'")
        let change = ChangePhoto(photo: photo.photoID, audience: .owner, ifVersion: version)
        #expect(await scene.fault(change, as: scene.bo) == stale)
        let remove = RemovePhoto(photo: photo.photoID, ifVersion: version)
        #expect(await scene.fault(remove, as: scene.bo) == stale)
        let kept = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(kept.map(\.photoID) == [photo.photoID])
        _ = try await scene.ask(RemovePhoto(photo: photo.photoID), as: scene.bo)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
    }
}
