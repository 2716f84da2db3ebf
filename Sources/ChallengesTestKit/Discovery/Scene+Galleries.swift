import Challenges
package import ChallengesAPI
import ChallengesCore
import Dares
package import Identifiers
import Postgres
import RPC
import TestKit
import Values
import Wire

extension Scene {
    /// The pictures on all pages of a gallery.
    package func gallery(_ call: ListPhotos, as user: UserID) async throws -> [GalleryPhoto] {
        var call = call
        var photos: [GalleryPhoto] = []
        repeat {
            let page = try await ask(call, as: user)
            photos += page.items
            call.cursor = page.nextCursor
        } while call.cursor != nil
        return photos
    }

    /// Adds a picture to a contest, or only to the user's gallery.
    @discardableResult
    package func add(
        _ media: MediaID = MediaID(),
        to contest: ChallengeID? = nil,
        audience: Audience? = nil,
        by user: UserID
    ) async throws -> GalleryPhoto {
        let call = AddPhotos(contest: contest, mediaIDs: [media], audience: audience)
        return try await ask(call, as: user).items[0]
    }

    /// Submits a picture as Bo for a dare of Ana.
    package func submit(_ media: MediaID) async throws -> AssignmentID {
        let assignment = try await make(.accepted)
        let call = SubmitAssignment(assignment: assignment, mediaIDs: [media])
        _ = try await ask(call, as: bo)
        return assignment
    }
}

extension LoggedContest {
    /// Stores public pictures that only their owner sees, because their entries do not exist.
    package func hide(_ count: Int, of owner: UserID) async throws {
        try await scene.database.run(
            """
            INSERT INTO photos (id, media, owner, challenge, of, subject, position, audience,
                content_type, width, height, taken, added_at)
            SELECT gen_random_uuid(), gen_random_uuid(), \(owner), \(id), 'entry',
                gen_random_uuid(), 0, 'public', 'image/png', 640, 480, 'unknown',
                \(scene.clock.now)
            FROM generate_series(1, \(count)::int)
            """
        )
    }

    /// Adds a picture to the contest's text.
    package func show(_ media: MediaID, of owner: UserID) async throws {
        let photo = PhotoRecord(
            media: media,
            owner: owner,
            contentType: "image/png",
            width: 640,
            height: 480,
            taken: .unknown
        )
        try await scene.database.transaction { tx in
            try await tx.insert(
                [photo],
                of: .contest,
                id.uuid,
                challenge: id,
                at: scene.clock.now
            )
        }
    }
}
