import CLibPQ

extension LibPQConnection {
    /// Makes sends non-blocking from here on; results come in order.
    func enterPipeline() throws(PostgresError) {
        guard unsafe PQsetnonblocking(connection, 1) == 0,
            unsafe PQenterPipelineMode(connection) == 1
        else { throw .unavailable(message) }
    }

    func sendPrepare(_ name: String, _ sql: SQL) -> Bool {
        let types = sql.binds.types.map(\.rawValue)
        return unsafe PQsendPrepare(connection, name, sql.text, Int32(types.count), types) == 1
    }

    func sendPrepared(_ name: String, _ sql: SQL) -> Bool {
        unsafe parameters.with(sql.binds) { values, lengths, formats in
            unsafe PQsendQueryPrepared(
                connection,
                name,
                Int32(sql.binds.types.count),
                values,
                lengths,
                formats,
                1
            ) == 1
        }
    }

    /// Prepares the statement that begins transactions, so that the server parses it once.
    func sendPrepareBegin() -> Bool {
        let text = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        return unsafe PQsendPrepare(connection, "begin", text, 0, nil) == 1
    }

    func sendBegin() -> Bool {
        unsafe PQsendQueryPrepared(connection, "begin", 0, nil, nil, nil, 1) == 1
    }

    func send(_ text: String) -> Bool {
        unsafe PQsendQueryParams(connection, text, 0, nil, nil, nil, nil, 1) == 1
    }

    func sendSync() -> Bool {
        unsafe PQpipelineSync(connection) == 1
    }
}
