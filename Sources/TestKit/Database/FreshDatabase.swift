public import Postgres
import TestBasics
public import Testing

/// Gives every test its own database with the migrations applied, and drops it afterwards.
///
/// ```swift
/// @Suite(.freshDatabase(migrations: Challenges.migrations))
/// struct CreateChallengeTests {
///     @Test func `a title is kept`() async throws { … Database.fresh … }
/// }
/// ```
/// After the test each of its connections must be idle and answer. At most 24 tests have a database
/// at a time, with up to six connections each; the others wait.
public struct FreshDatabase: TestTrait, SuiteTrait, TestScoping {
    /// The database of the current test.
    @TaskLocal public static var current: Current?

    /// A test's database.
    public struct Current: Sendable {
        /// The URL, for processes and clients that the test starts.
        public let url: String
        /// The test's client: three leased connections, two shared ones, and one that listens.
        public let database: Database
    }

    private static let places = Semaphore(24)

    /// Whether the task already holds a permit. It takes no second one: tasks that wait while
    /// holding a permit could deadlock.
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

    /// Runs `body` with a new database; for tests that need several.
    ///
    /// A nested call shares the permit of the outer one.
    ///
    /// - Parameters:
    ///   - migrations: The migrations that are applied.
    ///   - locale: The locale of the database; the server's if absent.
    ///   - body: The test.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, or the reason the database could not be created;
    ///   `CancellationError` when the task is cancelled while it waits for a permit.
    public static func with<Value: Sendable>(
        _ migrations: [Migration],
        in locale: DatabaseLocale? = nil,
        _ body: @concurrent @Sendable (Current) async throws -> Value
    ) async throws -> Value {
        if hasPlace { return try await make(migrations, locale, body) }
        return try await places.with {
            try await $hasPlace.withValue(true) { try await make(migrations, locale, body) }
        }
    }

    private static func make<Value: Sendable>(
        _ migrations: [Migration],
        _ locale: DatabaseLocale?,
        _ body: @concurrent @Sendable (Current) async throws -> Value
    ) async throws -> Value {
        let server = try TestServer.fromEnvironment()
        let name = "t_" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
        let templates = TemplateServer(server.url, logger: TestServer.quiet)
        try await templates.make(name, migrations, options: locale?.options ?? "")
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

    /// Waits for work that is still finishing; work that the test forgot never finishes.
    private static func settle(_ database: Database) async {
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(60)
        while true {
            do {
                return try await database.verifyIdle()
            } catch {
                guard clock.now < limit else {
                    Issue.record(error, "a connection was not left idle")
                    return
                }
                try? await clock.sleep(for: .milliseconds(5))
            }
        }
    }
}

extension Trait where Self == FreshDatabase {
    /// Gives every test a new database with these migrations applied.
    public static func freshDatabase(_ migrations: [Migration]) -> Self {
        FreshDatabase(migrations: migrations)
    }

    /// Gives every test a new database with these migrations applied.
    public static func freshDatabase(migrations: [Migration]) -> Self {
        FreshDatabase(migrations: migrations)
    }
}

extension Database {
    /// The database of the current test.
    public static var fresh: Database {
        guard let current = FreshDatabase.current else {
            preconditionFailure("the test or its suite lacks `.freshDatabase(…)`")
        }
        return current.database
    }
}
