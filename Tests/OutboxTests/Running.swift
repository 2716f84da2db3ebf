import Logging
import Postgres
import ServiceLifecycle
import TestKit
import Testing

/// Runs loops beside a test's body, and cancels them when it ends.
func running(_ loops: [any Service], _ body: () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for loop in loops {
            group.addTask { try await loop.run() }
        }
        try await body()
        group.cancelAll()
    }
}

/// Runs the body with another client of the test's database, like another replica.
func withReplica(_ body: (Database) async throws -> Void) async throws {
    let current = try #require(FreshDatabase.current)
    let replica = Database(current.url, options: .patient(), logger: .quiet)
    do {
        try await body(replica)
    } catch {
        await replica.close()
        throw error
    }
    await replica.close()
}

extension Logger {
    /// Faults are part of these tests.
    static var quiet: Logger {
        Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    }
}
