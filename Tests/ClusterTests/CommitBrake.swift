import Postgres
import TestKit
import Testing

/// Lets a transaction that inserts into a table proceed up to its COMMIT, and no further while the
/// brake is held: a trigger at the very end of the transaction waits for a lock.
struct CommitBrake: Sendable {
    private let database: Database
    private let table: String

    init(_ database: Database, table: String) {
        self.database = database
        self.table = table
    }

    /// What can be observed while the brake is held.
    struct Held: Sendable {
        fileprivate let database: Database

        /// Waits until `count` transactions wait at their COMMIT.
        func waitForCommits(_ count: Int = 1) async throws {
            try await eventually("\(count) commit", within: .seconds(120)) {
                try await CommitBrake.committing(database) >= count
            }
        }
    }

    /// Holds the brake for the duration of `body`, or as long as the server lives; afterwards
    /// waiting transactions commit.
    func whileHeld<Value: Sendable>(
        _ body: (Held) async throws -> Value
    ) async throws -> Value {
        try await install()
        let gate = Gate()
        let locked = Gate()
        async let holding: Void = database.transaction { tx in
            _ = try await tx.all("SELECT pg_advisory_xact_lock(7, 7)") { _ in true }
            locked.open()
            await gate.pass()
        }
        await locked.pass()
        do {
            let value = try await body(Held(database: database))
            gate.open()
            try? await holding
            return value
        } catch {
            gate.open()
            try? await holding
            throw error
        }
    }

    /// Waits until all transactions at the brake have committed, and removes the brake.
    func waitUntilNobodyCommits() async throws {
        try await eventually("the transaction ends", within: .seconds(120)) {
            try await Self.committing(database) == 0
        }
        try await remove()
    }

    /// How many sessions wait in the trigger, or have not finished its COMMIT.
    fileprivate static func committing(_ database: Database) async throws -> Int {
        try await database.one(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE usename = current_user AND state = 'active' AND query ILIKE 'COMMIT%'
            AND pid <> pg_backend_pid()
            """
        ) { row in try row.next(Int.self) }
    }

    private func install() async throws {
        try await database.transaction { tx in
            try await tx.run(
                """
                CREATE OR REPLACE FUNCTION brake() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN PERFORM pg_advisory_xact_lock_shared(7, 7); RETURN NULL; END $$
                """
            )
            switch table {
            case "ledger":
                try await tx.run(
                    """
                    CREATE CONSTRAINT TRIGGER brake AFTER INSERT ON ledger
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION brake()
                    """
                )
            default:
                try await tx.run(
                    """
                    CREATE CONSTRAINT TRIGGER brake AFTER INSERT ON outbox
                    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION brake()
                    """
                )
            }
        }
    }

    private func remove() async throws {
        try await database.transaction { tx in
            try await tx.run("DROP FUNCTION brake() CASCADE")
        }
    }
}
