import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values
import Wire

@testable import Challenges
@testable import ChallengesCore
@testable import Dares

/// A challengesd of the previous release, which knows `attempt_media` alone, works over the same
/// database: no picture is lost to either.
@Suite(.freshDatabase(Challenges.migrations))
struct PreviousReleaseTests {
    private let scene = Scene()

    /// A submission without pictures, and its attempt.
    private func submitted() async throws -> (AssignmentID, AttemptID) {
        let assignment = try await scene.make(.submitted)
        let attempt = try #require(try await scene.get(assignment).attempts.first)
        return (assignment, attempt.id)
    }

    /// Inserts pictures of an attempt as the previous release does.
    private func insert(_ pictures: [MediaID], of attempt: AttemptID) async throws {
        try await Database.fresh.transaction { tx in
            for (position, picture) in pictures.enumerated() {
                try await tx.run(
                    """
                    INSERT INTO attempt_media
                        (attempt, position, media, content_type, width, height)
                    VALUES (\(attempt), \(Int16(position)), \(picture), 'image/png', 640, 480)
                    """
                )
            }
        }
    }

    /// The pictures of an attempt as the previous release lists them.
    private func listed(_ attempt: AttemptID) async throws -> [MediaID] {
        try await Database.fresh.all(
            """
            SELECT media FROM attempt_media WHERE attempt = \(attempt)
            AND (content_type, width, height) = ('image/png', 640, 480) ORDER BY position
            """
        ) { row in try row.next() }
    }

    /// The pictures of an assignment as the previous release reads a whole one.
    private func read(_ assignment: AssignmentID) async throws -> [MediaID] {
        try await Database.fresh.all(
            """
            SELECT media FROM assignment_details WHERE id = \(assignment) AND media IS NOT NULL
            AND (content_type, width, height) = ('image/png', 640, 480) ORDER BY number, position
            """
        ) { row in try row.next() }
    }

    private func rows() async throws -> Int {
        try await Database.fresh.one("SELECT count(*) FROM photos") { row in try row.next() }
    }

    @Test func `this release shows what the previous one stored`() async throws {
        let (assignment, attempt) = try await submitted()
        let pictures = (0..<10).map { _ in MediaID() }.shuffled()
        try await insert(pictures, of: attempt)
        let seen = try await scene.get(assignment, as: scene.ana)
        #expect(seen.attempts.map { $0.media.map(\.id) } == [pictures])
        #expect(seen.attempts[0].media.allSatisfy { $0.taken == .unknown })
        #expect(seen.attempts[0].media[0].contentType == "image/png")
        #expect(seen.attempts[0].media[0].width == 640)
        #expect(seen.attempts[0].media[0].height == 480)
        #expect(seen.attempts[0].media[0].orientation == nil)
        let list = try await scene.ask(ListAssignments(role: .recipient), as: scene.bo)
        #expect(list.items.map(\.attempts) == [seen.attempts])
        let stored = try await Database.fresh.photos(of: .attempt, [attempt.uuid])[attempt.uuid]
        #expect(stored?.allSatisfy { $0.owner == scene.bo } == true)
        #expect(try await listed(attempt) == pictures)
        #expect(try await read(assignment) == pictures)
        #expect(try await rows() == 10)
    }

    @Test func `galleries have what the previous one stored`() async throws {
        let (assignment, attempt) = try await submitted()
        let pictures = (0..<3).map { _ in MediaID() }
        try await insert(pictures, of: attempt)
        for reader in [scene.bo, scene.ana] {
            let photos = try await scene.gallery(ListPhotos(user: scene.bo), as: reader)
            #expect(Set(photos.map(\.photo.id)) == Set(pictures))
            #expect(photos.allSatisfy { $0.of == .attempt && $0.assignmentID == assignment })
        }
    }

    @Test func `the previous release shows what this one stored`() async throws {
        let assignment = try await scene.make(.accepted)
        let attempt = AttemptID()
        let pictures = (0..<10).map { _ in MediaID() }.shuffled()
        let call = SubmitAssignment(assignment: assignment, attempt: attempt, mediaIDs: pictures)
        _ = try await scene.ask(call, as: scene.bo)
        #expect(try await listed(attempt) == pictures)
        #expect(try await read(assignment) == pictures)
        #expect(try await rows() == 10)
    }

    @Test func `what one of them removes is gone for the other`() async throws {
        let (assignment, attempt) = try await submitted()
        let pictures = (0..<3).map { _ in MediaID() }.shuffled()
        try await insert(pictures, of: attempt)
        try await Database.fresh.run("DELETE FROM attempt_media WHERE media = \(pictures[1])")
        let seen = try await scene.get(assignment)
        #expect(seen.attempts[0].media.map(\.id) == [pictures[0], pictures[2]])
        let removed = try await Database.fresh.transaction { tx in
            try await tx.removePhotos(of: .attempt, attempt.uuid)
        }
        #expect(removed == [pictures[0], pictures[2]])
        #expect(try await listed(attempt) == [])
        #expect(try await scene.get(assignment).attempts[0].media == [])
    }

    /// It reads the pictures of a contest's text by the contest.
    @Test func `pictures that people add are no text of a contest for it`() async throws {
        let logged = try await LoggedContest.store(in: scene)
        try await scene.add(to: logged.id, by: scene.bo)
        let count = try await Database.fresh.one(
            """
            SELECT count(*) FROM photos WHERE of = 'contest' AND subject = \(logged.id.uuid)
            """
        ) { row in try row.next(Int.self) }
        #expect(count == 0)
    }

    @Test func `pictures of anything but attempts are not its business`() async throws {
        let (_, attempt) = try await submitted()
        let pictures = [MediaID(), MediaID()]
        try await insert(pictures, of: attempt)
        try await Database.fresh.transaction { tx in
            _ = try await tx.copyPhotos(
                from: (.attempt, attempt.uuid),
                to: (.definition, attempt.uuid),
                challenge: nil,
                at: .noon
            )
        }
        #expect(try await listed(attempt) == pictures)
        _ = try await Database.fresh.transaction { tx in
            try await tx.removePhotos(of: .definition, attempt.uuid)
        }
        #expect(try await listed(attempt) == pictures)
    }
}
