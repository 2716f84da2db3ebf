public import Postgres
import TestBasics
public import Testing

/// Gives every test a database of its own, with the migrations applied; dropped afterwards.
///
/// ```swift
/// @Suite(.freshDatabase(migrations: Challenges.migrations))
/// struct CreateChallengeTests {
///     @Test func `a title is kept`() async throws { … Database.fresh … }
/// }
/// ```
/// After the test each of its connections must be idle and answer. At most 24 tests have one at a
/// time, with up to six connections each; the others wait for their turn.
public struct FreshDatabase: TestTrait, SuiteTrait, TestScoping {
    /// The database of the test that runs.
    @TaskLocal public static var current: Current?

    /// A test's database.
    public struct Current: Sendable {
        /// For processes and clients of their own.
        public let url: String
        /// The test's client: three leased connections, two shared ones, one that listens.
        public let database: Database
    }

    private static let places = Semaphore(24)

    /// Whether the task has a place already. It takes no second one: tasks that wait with a place
    /// in hand could wait for each other.
    @TaskLocal private static var hasPlace = false

    let migrations: [Migration]

    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Self.with(migrations) { current in
            try await Self.$current.withValue(current) { try await function() }
        }
    }

    /// Makes a database for the time of `body`; for tests that need several.
    ///
    /// Inside the scope of another one it shares that one's place.
    ///
    /// - Throws: What `body` throws, or why there is no database; `CancellationError` when the
    ///   task is cancelled while it waits for its turn.
    public static func with<Value: Sendable>(
        _ migrations: [Migration],
        _ body: @concurrent @Sendable (Current) async throws -> Value
    ) async throws -> Value {
        if hasPlace { return try await make(migrations, body) }
        return try await places.with {
            try await $hasPlace.withValue(true) { try await make(migrations, body) }
        }
    }

    private static func make<Value: Sendable>(
        _ migrations: [Migration],
        _ body: @concurrent @Sendable (Current) async throws -> Value
    ) async throws -> Value {
        let server = try TestServer.fromEnvironment()
        let name = "t_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let templates = TemplateServer(server.url, logger: TestServer.quiet)
        try await templates.make(name, migrations)
        let url = server.url(database: name)
        let database = Database(
            url,
            options: .patient(),
            logger: TestServer.quiet
        )
        let outcome = await capture(Current(url: url, database: database), body)
        await settle(database)
        await database.close()
        try await templates.drop(name)
        return try outcome.get()
    }

    private static func capture<Value: Sendable>(
        _ current: Current,
        _ body: @concurrent @Sendable (Current) async throws -> Value
    ) async -> Result<Value, any Error> {
        do {
            return .success(try await body(current))
        } catch {
            return .failure(error)
        }
    }

    /// What the test began may still be ending; what it forgot never ends.
    private static func settle(_ database: Database) async {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(60)
        while true {
            do {
                return try await database.verifyIdle()
            } catch {
                guard clock.now < limit else {
                    Issue.record(error, "a connection is not as it was found")
                    return
                }
                try? await clock.sleep(for: .milliseconds(5))
            }
        }
    }
}

extension Trait where Self == FreshDatabase {
    /// A new database for every test, with these migrations applied.
    public static func freshDatabase(_ migrations: [Migration]) -> Self {
        FreshDatabase(migrations: migrations)
    }

    /// A new database for every test, with these migrations applied.
    public static func freshDatabase(migrations: [Migration]) -> Self {
        FreshDatabase(migrations: migrations)
    }
}

extension Database {
    /// The database of the test that runs.
    public static var fresh: Database {
        guard let current = FreshDatabase.current else {
            preconditionFailure("the test or its suite lacks `.freshDatabase(…)`")
        }
        return current.database
    }
}
