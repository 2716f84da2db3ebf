import Identifiers
import Postgres
import TestKit
import Testing

@testable import Media

/// The pictures from before the release that counts them.
struct HoldingsMigrationTests {
    private static let before = Array(Media.migrations.prefix { $0.name != "m07_count_holdings" })

    @Test(.freshDatabase(migrations: before))
    func `pictures from before are counted, and what the previous release stores`()
        async throws
    {
        let (ana, bo) = (UserID(), UserID())
        try await Database.fresh.transaction { tx in
            for (number, bytes) in [(1, 10), (2, 20)] {
                _ = try await tx.run(
                    """
                    INSERT INTO objects (sha256, content_type, bytes, width, height, created_at,
                        uploaded_at)
                    VALUES (decode(repeat(\("0\(number)"), 32), 'hex'), 'image/png', \(bytes), 1, 1,
                        now(), now())
                    """
                )
            }
        }
        try await store(object: 1, of: ana)
        try await store(object: 2, of: ana)
        try await store(object: 2, of: ana, isDeleted: true)
        try await Database.fresh.migrate(Media.migrations)
        #expect(try await Database.fresh.holdings(of: ana) == Holdings(pictures: 2, bytes: 30))
        #expect(try await Database.fresh.holdings(of: bo) == Holdings())
        try await store(object: 2, of: bo)
        #expect(try await Database.fresh.holdings(of: bo) == Holdings(pictures: 1, bytes: 20))
    }

    /// Stores a picture as any release does.
    private func store(object: Int, of owner: UserID, isDeleted: Bool = false) async throws {
        try await Database.fresh.transaction { tx in
            _ = try await tx.run(
                """
                INSERT INTO media (id, owner, object, upload_sha256, original_content_type,
                    captured_zone_known, created_at, idle_since, deleted_at)
                SELECT gen_random_uuid(), \(owner), sha256, sha256, 'image/png', false, now(), now(),
                    CASE WHEN \(isDeleted) THEN now() END
                FROM objects WHERE sha256 = decode(repeat(\("0\(object)"), 32), 'hex')
                """
            )
        }
    }
}
