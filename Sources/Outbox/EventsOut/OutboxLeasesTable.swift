import FoundationEssentials
import Postgres

// The `outbox_leases` table. No other file names it.
extension Transaction {
    /// Takes the partitions whose lease has expired, and renews those held; by the database's
    /// clock. Returns all that are held now.
    func lease(for holder: UUID, milliseconds: Int) async throws -> [Int16] {
        try await all(
            """
            WITH open AS (
                SELECT partition FROM outbox_leases
                WHERE holder = \(holder) OR expires_at <= now() FOR UPDATE SKIP LOCKED)
            UPDATE outbox_leases AS lease
            SET holder = \(holder),
                expires_at = now() + \(milliseconds) * interval '1 millisecond'
            FROM open WHERE lease.partition = open.partition
            RETURNING lease.partition
            """
        ) { row in try row.next() }
    }
}

extension Database {
    /// Releases all leases of the holder.
    func releaseLeases(of holder: UUID) async throws {
        try await run(
            "UPDATE outbox_leases SET expires_at = '-infinity' WHERE holder = \(holder)"
        )
    }
}

extension Reader {
    /// The schema that the tables are in.
    func currentSchema() async throws -> String {
        try await one("SELECT current_schema()::text", .point) { row in try row.next() }
    }
}
