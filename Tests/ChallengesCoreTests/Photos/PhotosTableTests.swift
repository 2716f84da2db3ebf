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

@Suite(.freshDatabase(Challenges.migrations))
struct PhotosTableTests {
    private let ana = UserID()

    /// Some pictures, whose ids are in no order.
    private func photos(_ count: Int, _ taken: Taken = .unknown) -> [PhotoRecord] {
        (0..<count).map { _ in MediaID() }.shuffled().enumerated().map { index, media in
            PhotoRecord(
                media: media,
                owner: ana,
                contentType: "image/webp",
                width: 640,
                height: 480,
                orientation: index % 8 == 0 ? nil : index % 8 + 1,
                taken: taken
            )
        }
    }

    private func store(
        _ photos: [PhotoRecord],
        of place: PhotoRecord.Place,
        _ subject: UUID
    ) async throws {
        try await Database.fresh.transaction { tx in
            try await tx.insert(photos, of: place, subject, challenge: nil, at: .noon)
        }
    }

    private func photos(
        of place: PhotoRecord.Place,
        _ subject: UUID
    ) async throws -> [PhotoRecord]? {
        try await Database.fresh.photos(of: place, [subject])[subject]
    }

    @Test func `pictures are read in their order, each with what it is of`() async throws {
        let (one, other, none) = (UUID(), UUID(), UUID())
        let first = photos(10, .during)
        let second = photos(2, .outside)
        let copies = photos(1)
        try await store(first, of: .definition, one)
        try await store(second, of: .definition, other)
        try await store(copies, of: .challenge, one)
        try await store([], of: .definition, none)
        let read = try await Database.fresh.photos(of: .definition, [other, none, one])
        #expect(read == [one: first, other: second])
        #expect(try await photos(of: .challenge, one) == copies)
        #expect(try await Database.fresh.photos(of: .definition, []) == [:])
    }

    @Test func `a whole page of definitions is read at once`() async throws {
        let subjects = (0..<100).map { _ in UUID() }
        for subject in subjects { try await store(photos(10), of: .definition, subject) }
        let read = try await Database.fresh.photos(of: .definition, subjects)
        #expect(read.count == 100)
        #expect(read.values.allSatisfy { $0.count == 10 })
    }

    @Test func `the same picture is of a thing once`() async throws {
        let (one, other) = (UUID(), UUID())
        let picture = photos(1)
        try await store(picture, of: .definition, one)
        try await store(picture, of: .definition, other)
        try await store(picture, of: .challenge, one)
        let error = await #expect(throws: PostgresError.self) {
            try await store(picture, of: .definition, one)
        }
        #expect(error?.constraint == "photos_once")
        #expect(try await photos(of: .definition, one) == picture)
    }

    @Test func `a word of a later release is read as unknown`() async throws {
        let subject = UUID()
        try await store(photos(1, .during), of: .definition, subject)
        try await Database.fresh.run("UPDATE photos SET taken = 'staged'")
        #expect(try await photos(of: .definition, subject)?.map(\.taken) == [.unknown])
    }

    @Test func `pictures of one thing are removed, no others`() async throws {
        let (one, other) = (UUID(), UUID())
        let removed = photos(10)
        let others = photos(2)
        try await store(removed, of: .definition, one)
        try await store(others, of: .definition, other)
        try await store(others, of: .challenge, one)
        let gone = try await Database.fresh.transaction { tx in
            try await tx.removePhotos(of: .definition, one)
        }
        #expect(gone == removed.map(\.media))
        #expect(try await photos(of: .definition, one) == nil)
        #expect(try await photos(of: .definition, other) == others)
        #expect(try await photos(of: .challenge, one) == others)
        let again = try await Database.fresh.transaction { tx in
            try await tx.removePhotos(of: .definition, one)
        }
        #expect(again == [])
    }

    @Test func `a copy has the same pictures in the same order, and outlives its source`()
        async throws
    {
        let definition = UUID()
        let challenge = ChallengeID()
        let source = photos(10, .outside)
        try await store(source, of: .definition, definition)
        let copied = try await Database.fresh.transaction { tx in
            try await tx.copyPhotos(
                from: (.definition, definition),
                to: (.challenge, challenge.uuid),
                challenge: challenge,
                at: .noon + .hours(1)
            )
        }
        #expect(copied == source.map(\.media))
        #expect(try await photos(of: .definition, definition) == source)
        _ = try await Database.fresh.transaction { tx in
            try await tx.removePhotos(of: .definition, definition)
        }
        #expect(try await photos(of: .challenge, challenge.uuid) == source)
        let rows = try await Database.fresh.all("SELECT challenge, added_at FROM photos") { row in
            try row.read() as (ChallengeID?, Instant)
        }
        #expect(rows.count == 10)
        #expect(rows.allSatisfy { $0.0 == challenge && $0.1 == .noon + .hours(1) })
    }

    @Test func `a copy of nothing is nothing`() async throws {
        let copied = try await Database.fresh.transaction { tx in
            try await tx.copyPhotos(
                from: (.definition, UUID()),
                to: (.challenge, UUID()),
                challenge: nil,
                at: .noon
            )
        }
        #expect(copied == [])
    }

    @Test func `a picture is shown by its address and its size, and no more`() throws {
        let photo = try #require(photos(1, .during).first)
        #expect(
            photo.shown
                == Photo(
                    id: photo.media,
                    url: MediaReference(photo.media),
                    contentType: "image/webp",
                    width: 640,
                    height: 480
                )
        )
    }

    @Test func `each place has a cause of its own`() {
        let subject = UUID.version7()
        let id = MediaID(subject).description
        #expect(Pictures.cause(of: .attempt, subject) == "attempt:\(id)")
        #expect(Pictures.cause(of: .challenge, subject) == "challenge:\(id)")
        #expect(Pictures.cause(of: .definition, subject) == "definition:\(id)")
    }
}
