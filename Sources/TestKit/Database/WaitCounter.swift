import MetricsTestKit
public import Postgres

/// A client of the test's database that counts how often it waits for the server.
public struct WaitCounter: Sendable {
    private let metrics: TestMetrics
    public let database: Database

    /// How often calls waited before they committed.
    public struct Waits: Hashable, Sendable {
        /// For messages of their transactions.
        public let messages: Int
        /// For reads outside transactions.
        public let reads: Int

        public init(messages: Int, reads: Int) {
            self.messages = messages
            self.reads = reads
        }
    }

    /// Passes a counter to `body`.
    public static func with(_ body: (WaitCounter) async throws -> Void) async throws {
        guard let url = FreshDatabase.current?.url else {
            preconditionFailure("the test or its suite lacks `.freshDatabase(…)`")
        }
        let metrics = TestMetrics()
        let database = Database(
            url,
            options: .patient(),
            logger: TestServer.quiet,
            metrics: metrics
        )
        do {
            try await body(WaitCounter(metrics: metrics, database: database))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    /// Counts the waits of the calls that `body` makes.
    public func count(_ body: () async throws -> Void) async throws -> Waits {
        let before = try total()
        try await body()
        let after = try total()
        return Waits(
            messages: after.messages - before.messages,
            reads: after.reads - before.reads
        )
    }

    private func total() throws -> Waits {
        let messages = try metrics.expectCounter("gauntlet_database_messages_total").totalValue
        return Waits(
            messages: try Int(messages) - statements("commit"),
            reads: try statements("point") + statements("leased")
        )
    }

    private func statements(_ kind: String) throws -> Int {
        try metrics.expectTimer(
            "gauntlet_database_statement_duration_seconds",
            [("kind", kind)]
        ).values.count
    }
}
