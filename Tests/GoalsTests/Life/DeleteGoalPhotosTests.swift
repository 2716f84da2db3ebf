import ChallengesAPI
import ChallengesTestKit
import Identifiers
import IdentityAPI
import MediaAPI
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// What becomes of the pictures of a goal that is deleted (2.10-gallery).
@Suite(.freshDatabase(Challenges.migrations))
struct DeleteGoalPhotosTests {
    private let scene = Scene()

    @Test func `its pictures, and those of its entries, stay in the owner's gallery`() async throws
    {
        let (made, added, logged) = (MediaID(), MediaID(), MediaID())
        let goal = try await scene.goal(of: scene.bo) {
            ($0.mediaIDs, $0.visibility) = ([made], .friends)
        }
        _ = try await scene.add([added], toGoal: goal.id, by: scene.bo)
        let log = AddGoalEntry(goal: goal.id, amount: .of("1"), mediaIDs: [logged])
        let entry = try await scene.ask(log, as: scene.bo)
        let before = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(Set(before.map(\.of)) == [.goal, .goalEntry])
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.bo)

        let kept = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(kept.map(\.photoID) == before.map(\.photoID))
        #expect(Set(kept.map(\.photo.id)) == [made, added, logged])
        #expect(kept.allSatisfy { $0.of == .own && $0.audience == .owner })
        #expect(kept.allSatisfy { $0.challengeID == nil && $0.entryID == nil })
        // Nobody else sees them.
        try await scene.knowAll()
        try await scene.relate(scene.bo, scene.ana, .friends)
        #expect(try await scene.gallery(ListPhotos(user: scene.bo), as: scene.ana).isEmpty)
        // mediad keeps them for the gallery, and no longer for the goal.
        let own = "own:\(scene.bo)"
        let used = try await scene.emitted(MediaUsed.self).filter { $0.cause == own }
        #expect(Set(used.flatMap(\.media)) == [made, added, logged])
        let released = try await scene.emitted(MediaReleased.self)
        #expect(Set(released.map(\.cause)) == ["goal:\(goal.id)", "goalEntry:\(entry.id)"])
        #expect(Set(released.flatMap(\.media)) == [made, added, logged])
        // The owner may remove what is left.
        for photo in kept {
            _ = try await scene.ask(RemovePhoto(photo: photo.photoID), as: scene.bo)
        }
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
    }

    @Test func `one that the owner kept by itself is there once`() async throws {
        let picture = MediaID()
        let goal = try await scene.goal(of: scene.bo) { $0.mediaIDs = [picture] }
        let log = AddGoalEntry(goal: goal.id, amount: .of("1"), mediaIDs: [picture])
        _ = try await scene.ask(log, as: scene.bo)
        let own = try await scene.add(picture, audience: .public, by: scene.bo)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo).count == 3)
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.bo)
        #expect(try await scene.gallery(ListPhotos(), as: scene.bo) == [own])
    }

    @Test func `one that several of its entries show is kept once`() async throws {
        let (shared, other) = (MediaID(), MediaID())
        let goal = try await scene.goal(of: scene.bo) { _ in }
        var entries: [EntryID] = []
        for media in [[shared], [other, shared], [], [shared]] {
            let log = AddGoalEntry(goal: goal.id, amount: .of("1"), mediaIDs: media)
            entries.append(try await scene.ask(log, as: scene.bo).id)
        }
        _ = try await scene.ask(DeleteGoal(goal: goal.id), as: scene.bo)
        let kept = try await scene.gallery(ListPhotos(), as: scene.bo)
        #expect(kept.map(\.of) == [.own, .own])
        #expect(Set(kept.map(\.photo.id)) == [shared, other])
        // mediad no longer keeps them for any of the entries.
        let released = try await scene.emitted(MediaReleased.self)
        let causes = [entries[0], entries[1], entries[3]].map { "goalEntry:\($0)" }
        #expect(released.map(\.cause).sorted() == causes.sorted())
        #expect(released.map(\.media.count).sorted() == [1, 1, 2])
    }

    @Test func `of removing a picture and deleting its goal at once, mediad learns what is left`()
        async throws
    {
        for _ in 0..<8 {
            let picture = MediaID()
            let goal = try await scene.goal(of: scene.bo) { $0.mediaIDs = [picture] }
            let photos = try await scene.gallery(ListPhotos(goal: goal.id), as: scene.bo)
            let photo = try #require(photos.first?.photoID)
            async let removed = scene.fault(RemovePhoto(photo: photo), as: scene.bo)
            async let deleted = scene.fault(DeleteGoal(goal: goal.id), as: scene.bo)
            #expect(await [removed, deleted] == [nil, nil])
            #expect(try await scene.gallery(ListPhotos(), as: scene.bo).isEmpty)
            let used = try await scene.emitted(MediaUsed.self).filter { $0.media == [picture] }
            let released = try await scene.emitted(MediaReleased.self)
                .filter { $0.media == [picture] }
            #expect(Set(used.map(\.cause)) == Set(released.map(\.cause)))
        }
    }
}
