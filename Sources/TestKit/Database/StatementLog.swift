public import Postgres
import Synchronization

/// A reader that records its statements.
public final class StatementLog: Reader {
    private let database: Database
    private let noted = Mutex<[SQL]>([])

    public init(_ database: Database) {
        self.database = database
    }

    /// The statements, in order.
    public var statements: [SQL] { noted.withLock { $0 } }

    public func all<Value: Sendable>(
        _ sql: SQL,
        _ route: Route,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value] {
        noted.withLock { $0.append(sql) }
        return try await database.all(sql, route, read)
    }
}
