import ChallengesAPI
import ChallengesTestKit
import FoundationEssentials
import Identifiers
import Postgres
import TestKit
import Testing
import Values

@testable import Challenges
@testable import ChallengesCore

/// A database of the release that keeps pictures of attempts in `attempt_media`: they are taken
/// over, whenever they were written.
@Suite(.freshDatabase(Array(Challenges.migrations.prefix { $0.name != "m07_create_photos" })))
struct PhotosMigrationTests {
    private let early = OldSubmission()
    private let late = OldSubmission()

    private func store(_ submission: OldSubmission) async throws {
        try await Database.fresh.transaction { tx in try await submission.store(in: tx) }
    }

    /// Checks that the pictures of both are there, each once.
    private func expectBoth() async throws {
        let photos = try await Database.fresh.photos(
            of: .attempt,
            [early.attempt.uuid, late.attempt.uuid]
        )
        #expect(photos == [early.attempt.uuid: early.photos, late.attempt.uuid: late.photos])
        let kept = try await Database.fresh.one("SELECT count(*) FROM attempt_media") { row in
            try row.next(Int.self)
        }
        #expect(kept == early.pictures.count + late.pictures.count)
    }

    @Test func `what was stored before is taken over, with whose it is and where it is shown`()
        async throws
    {
        try await store(early)
        try await store(late)
        try await Database.fresh.migrate(Challenges.migrations)
        try await expectBoth()
        let rows = try await Database.fresh.all(
            """
            SELECT challenge, added_at FROM photos WHERE subject = \(early.attempt)
            AND audience = 'participants' AND seconds IS NULL AND hidden_at IS NULL
            """
        ) { row in try row.read() as (ChallengeID?, Instant) }
        #expect(rows.count == early.pictures.count)
        #expect(rows.allSatisfy { $0.0 == early.challenge && $0.1 == OldSubmission.submittedAt })
    }

    @Test(arguments: ["m08_take_attempt_media", "m09_show_photos"])
    func `what the previous release writes between the migrations is not missed`(
        next: String
    ) async throws {
        try await store(early)
        let done = Array(Challenges.migrations.prefix { $0.name != next })
        try await Database.fresh.migrate(done)
        try await store(late)
        try await Database.fresh.migrate(Challenges.migrations)
        try await expectBoth()
    }

    @Test func `the trigger waits for what is being written when it is made`() async throws {
        try await store(early)
        let (isStored, mayCommit) = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { mayCommit.open() }
            group.addTask { [late] in
                defer { isStored.open() }
                try await Database.fresh.transaction { tx in
                    try await late.store(in: tx)
                    isStored.open()
                    await mayCommit.pass()
                }
            }
            await isStored.pass()
            group.addTask { try await Database.fresh.migrate(Challenges.migrations) }
            try await eventually("the migration waits") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
                    WHERE datname = current_database() AND NOT granted
                    AND relation = 'attempt_media'::regclass
                    """
                ) { row in try row.next(Int.self) } > 0
            }
            mayCommit.open()
            try await group.waitForAll()
        }
        try await expectBoth()
    }
}

/// What the previous release stored of one submission with pictures.
private struct OldSubmission: Sendable {
    static let submittedAt = Instant.noon + .hours(1)

    let recipient = UserID()
    let challenge = ChallengeID()
    let assignment = AssignmentID()
    let attempt = AttemptID()
    /// Their ids are in no order.
    let pictures = (0..<10).map { _ in MediaID() }.shuffled()

    /// The pictures as this release reads them.
    var photos: [PhotoRecord] {
        pictures.map { media in
            PhotoRecord(
                media: media,
                owner: recipient,
                contentType: "image/jpeg",
                width: 800,
                height: 600,
                taken: .unknown
            )
        }
    }

    func store(in tx: Transaction) async throws {
        try await tx.run(
            """
            INSERT INTO challenges (id, kind, name, description, author, proof, created_at)
            VALUES (\(challenge), 'dare', 'Swim', '', \(UserID()), 'optional', \(Instant.noon))
            """
        )
        try await tx.run(
            """
            INSERT INTO assignments (id, challenge, position, sender, recipient, state, sent_at,
                submitted_at, attempts, version)
            VALUES (\(assignment), \(challenge), 0, \(UserID()), \(recipient), 'submitted',
                \(Instant.noon), \(Self.submittedAt), 1, 3)
            """
        )
        try await tx.run(
            """
            INSERT INTO attempts (id, assignment, number, submitted_at, outcome)
            VALUES (\(attempt), \(assignment), 1, \(Self.submittedAt), 'waiting')
            """
        )
        for (position, picture) in pictures.enumerated() {
            try await tx.run(
                """
                INSERT INTO attempt_media (attempt, position, media, content_type, width, height)
                VALUES (\(attempt), \(Int16(position)), \(picture), 'image/jpeg', 800, 600)
                """
            )
        }
    }
}
