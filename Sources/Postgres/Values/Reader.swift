/// Which connections of a `Database` a read uses. Makes no difference inside a transaction.
public enum Route: Sendable {
    /// A lookup by index of at most 200 rows: shares a connection with others, time limit 250 ms.
    case point
    /// Everything else: uses a connection exclusively, time limit 5 s.
    case leased
}

/// Where to read from: a `Database`, where every read is on its own, or a `Transaction`.
///
/// A store's reads are written as `extension Reader`, its writes as `extension Transaction`.
public protocol Reader: Sendable {
    /// Reads every row.
    func all<Value: Sendable>(
        _ sql: SQL,
        _ route: Route,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value]
}

extension Reader {
    /// Reads every row, on a leased connection.
    public func all<Value: Sendable>(
        _ sql: SQL,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> [Value] {
        try await all(sql, .leased, read)
    }

    /// Reads the row of a statement that finds at most one; throws if it finds more.
    public func first<Value: Sendable>(
        _ sql: SQL,
        _ route: Route = .leased,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> Value? {
        let rows = try await all(sql, route, read)
        guard rows.count <= 1 else { throw PostgresError(tooMany: rows.count, sql) }
        return rows.first
    }

    /// Reads the row of a statement that finds exactly one; throws otherwise.
    public func one<Value: Sendable>(
        _ sql: SQL,
        _ route: Route = .leased,
        _ read: @Sendable (inout Row) throws -> Value
    ) async throws -> Value {
        let rows = try await all(sql, route, read)
        guard rows.count == 1 else { throw PostgresError(tooMany: rows.count, sql) }
        return rows[0]
    }
}

extension PostgresError {
    fileprivate init(tooMany count: Int, _ sql: SQL) {
        self.init(
            message: "\(count) rows were returned where one was expected",
            statement: sql.text,
            knowledge: .bug
        )
    }
}
