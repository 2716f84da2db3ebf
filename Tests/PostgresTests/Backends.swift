import Postgres
import TestBasics
import TestKit
import Testing

/// A view of the test's database from outside: the connections, and what they run.
struct Backends {
    private let database: Database

    /// Passes the view to `body`.
    static func with(_ body: (Backends) async throws -> Void) async throws {
        let url = try #require(FreshDatabase.current).url
        let database = Database(
            url,
            options: .patient { $0.applicationName = "outside" },
            logger: TestServer.quiet
        )
        do {
            try await body(Backends(database: database))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Blocks the statements that request `pg_advisory_xact_lock_shared(7)` until `body` ends.
    func holding<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await database.transaction { tx in
            _ = try await tx.one("SELECT pg_advisory_xact_lock(7)") { _ in }
            return try await body()
        }
    }

    /// Terminates the server process of a connection, and waits until it is gone.
    func terminate(_ process: Int) async throws {
        _ = try await database.one("SELECT pg_terminate_backend(\(Int32(process)), 5000)") {
            try $0.next(Bool.self)
        }
    }

    /// Waits until the test's client runs a statement that matches the pattern.
    ///
    /// - Returns: The server process that runs it.
    @discardableResult
    func running(_ pattern: String, waitsForLock: Bool = false) async throws -> Int {
        try await found("no statement like \(pattern) runs") {
            try await database.first(
                """
                SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND state = 'active'
                  AND application_name <> 'outside' AND query LIKE \(pattern)
                  AND (NOT \(waitsForLock) OR wait_event_type = 'Lock')
                LIMIT 1
                """
            ) { try $0.next(Int.self) }
        }
    }

    /// Waits until the test's client runs no statement that matches the pattern.
    func gone(_ pattern: String) async throws {
        try await found("a statement like \(pattern) still runs") {
            try await count(running: pattern) == 0 ? () : nil
        }
    }

    /// The number of matching statements that the test's client runs.
    func count(running pattern: String) async throws -> Int {
        try await database.one(
            """
            SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND state = 'active'
              AND application_name <> 'outside' AND query LIKE \(pattern)
            """
        ) { try $0.next() }
    }

    /// The server process of the connection that listens.
    func listening() async throws -> Int {
        try await found("no connection listens") {
            try await database.first(
                """
                SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'
                LIMIT 1
                """
            ) { try $0.next(Int.self) }
        }
    }

    /// Polls, for at most a minute.
    private func found<Value>(
        _ complaint: String,
        _ look: () async throws -> Value?
    ) async throws -> Value {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if let value = try await look() { return value }
            try Task.checkCancellation()
            await Task.yield()
        }
        throw TestSetupError(complaint)
    }
}

extension Reader {
    /// The server process of the connection that a read uses.
    func process(_ route: Route = .leased) async throws -> Int {
        try await one("SELECT pg_backend_pid()", route) { try $0.next() }
    }
}
