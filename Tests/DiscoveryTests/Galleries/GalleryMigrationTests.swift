import ChallengesAPI
import ChallengesTestKit
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges

/// A database of the release without galleries: what it stored is in them.
@Suite(
    .freshDatabase(
        // The code of this release stores the orientation of pictures, and the days of contests.
        Migration.before("m26_tell_copied_photos")
            + Challenges.migrations.filter {
                ["m50_keep_orientation", "m53_store_contest_days"].contains($0.name)
            }
    )
)
struct GalleryMigrationTests {
    @Test func `earlier pictures are in galleries, except those of another user's text`()
        async throws
    {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let (anas, bos, entrys) = (MediaID(), MediaID(), MediaID())
        try await logged.show(anas, of: scene.ana)
        // It came with a definition of Bo's.
        try await logged.show(bos, of: scene.bo)
        try await logged.log(mediaIDs: [entrys])
        try await scene.database.migrate(Challenges.migrations)
        let inContest = ListPhotos(contest: logged.id)
        #expect(try await pictures(inContest, as: scene.bo, in: scene) == [anas, bos, entrys])
        #expect(try await pictures(ListPhotos(), as: scene.ana, in: scene) == [anas])
        #expect(try await pictures(ListPhotos(), as: scene.bo, in: scene) == [entrys])
        // What the previous release stores beside is told apart too.
        let (later, copied) = (MediaID(), MediaID())
        try await logged.show(later, of: scene.ana)
        try await logged.show(copied, of: scene.bo)
        #expect(try await pictures(ListPhotos(), as: scene.ana, in: scene) == [anas, later])
        #expect(try await pictures(ListPhotos(), as: scene.bo, in: scene) == [entrys])
    }

    @Test func `who made a contest and handed it over keeps the pictures`() async throws {
        let logged = try await LoggedContest.store()
        let scene = logged.scene
        let (first, second) = (MediaID(), MediaID())
        try await logged.show(first, of: scene.ana)
        try await scene.database.run("UPDATE contests SET owner = \(scene.bo)")
        try await logged.show(second, of: scene.bo)
        try await scene.database.migrate(Challenges.migrations)
        #expect(try await pictures(ListPhotos(), as: scene.ana, in: scene) == [first])
        #expect(try await pictures(ListPhotos(), as: scene.bo, in: scene) == [second])
    }

    private func pictures(
        _ call: ListPhotos,
        as reader: UserID,
        in scene: Scene
    ) async throws -> Set<MediaID> {
        Set(try await scene.gallery(call, as: reader).map(\.photo.id))
    }
}
