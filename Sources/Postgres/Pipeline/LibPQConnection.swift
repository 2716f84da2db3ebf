import CLibPQ
import Glibc

/// One connection to the server. Belongs to the thread that made it.
@safe final class LibPQConnection {
    /// How to connect, and the settings of the session.
    struct Configuration: Sendable {
        /// A libpq URL or connection string.
        var url: String
        /// Replaces the URL's database.
        var database: String?
        var applicationName: String
        var connectTimeout: Duration
        /// Zero means no limit.
        var statementTimeout: Duration
        var schema: String?
        /// Whether the server refuses changes outside a transaction.
        var isReadOnly: Bool
        /// Counts the statements that fail; `nil` means that they are not counted.
        var failures: Failures?
    }

    let connection: OpaquePointer
    let parameters = ParameterLists()
    private let failures: Failures?

    /// Connects and applies the settings. Blocks up to the configuration's `connectTimeout` for
    /// each host of the URL.
    convenience init(_ configuration: Configuration) throws(PostgresError) {
        try self.init(untouched: configuration)
        try apply(configuration)
    }

    /// Connects and leaves the server's settings as they are.
    init(untouched configuration: Configuration) throws(PostgresError) {
        failures = configuration.failures
        unsafe connection = try Self.connect(configuration)
        _ = unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
    }

    deinit {
        unsafe PQfinish(connection)
    }

    var isBad: Bool { unsafe PQstatus(connection) != CONNECTION_OK }

    /// Whether the server is a standby, which takes no writes.
    var isStandby: Bool {
        guard let value = unsafe PQparameterStatus(connection, "in_hot_standby") else {
            return false
        }
        return unsafe String(cString: value) == "on"
    }

    var message: String {
        let text = unsafe String(cString: PQerrorMessage(connection))
        return text.isEmpty ? "the connection to the database was lost" : String(text.prefix(500))
    }

    private static func connect(
        _ configuration: Configuration
    ) throws(PostgresError) -> OpaquePointer {
        // The URL may override what comes before `dbname`. The keepalives detect a vanished host
        // within seconds.
        var options = [
            ("fallback_application_name", configuration.applicationName),
            ("connect_timeout", String(max(2, configuration.connectTimeout.components.seconds))),
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "20000"),
            ("dbname", configuration.url),
            ("client_encoding", "UTF8"),
        ]
        if let database = configuration.database { options.append(("dbname", database)) }
        let keys = unsafe options.map { unsafe strdup($0.0) } + [nil]
        let values = unsafe options.map { unsafe strdup($0.1) } + [nil]
        defer {
            for index in 0..<options.count {
                unsafe free(keys[index])
                unsafe free(values[index])
            }
        }
        let constantKeys = unsafe keys.map { unsafe UnsafePointer($0) }
        let constantValues = unsafe values.map { unsafe UnsafePointer($0) }
        guard let connection = unsafe PQconnectdbParams(constantKeys, constantValues, 1) else {
            throw .unavailable("no memory for a connection")
        }
        guard unsafe PQstatus(connection) == CONNECTION_OK else {
            let message = unsafe String(cString: PQerrorMessage(connection))
            unsafe PQfinish(connection)
            throw .unavailable("could not connect to the database: \(message.prefix(500))")
        }
        return unsafe connection
    }

    /// Applies the settings of the session.
    func apply(_ configuration: Configuration) throws(PostgresError) {
        let text = settings(configuration)
        let found = unsafe try answer(PQexec(connection, text), to: text).onlyText
        if found == "off" { failures?.foundAsynchronousCommits() }
    }

    /// The last statement selects `synchronous_commit` as it was.
    private func settings(_ configuration: Configuration) -> String {
        // Not as startup options: with `target_session_attrs=read-write` libpq would then refuse
        // the server as read-only.
        var text = "SET statement_timeout = \(configuration.statementTimeout.milliseconds);"
        text += "SET default_transaction_read_only = \(configuration.isReadOnly ? "on" : "off");"
        // The server keeps a statement's plan, but a table that was empty at planning may be full a
        // moment later: so an index is used wherever there is one, however little there is to read.
        // A plan without one then gets a huge estimated cost, which would trigger JIT compilation
        // for no gain. Without the last setting a statement that binds a short list would be
        // planned again at each use, because the server expects ten values of a plan for all lists.
        text += "SET enable_seqscan = off; SET jit = off;"
        // A list is a page of a few rows, but the server expects a tenth of all rows that it could
        // have, and would start other processes to find them.
        text += "SET max_parallel_workers_per_gather = 0;"
        text += "SET plan_cache_mode = force_generic_plan;"
        if let schema = configuration.schema {
            text += "SET search_path = \(quoted(schema)), public;"
        }
        // A limit of the role or the database would end ordinary waits for a lock; ours end at
        // `statement_timeout`.
        text += "SET lock_timeout = 0; SET TimeZone = 'UTC';"
        // Off would lose what was acknowledged. Other values stay as they are, and a change of the
        // server's file does not weaken an open session.
        return text + """
            SELECT found FROM current_setting('synchronous_commit') AS found, LATERAL set_config(
                'synchronous_commit', CASE found WHEN 'off' THEN 'on' ELSE found END, false)
            """
    }

    /// Quotes an identifier for use in a statement.
    func quoted(_ name: String) -> String {
        "\""
            + name.split(separator: "\"", omittingEmptySubsequences: false)
            .joined(separator: "\"\"") + "\""
    }

    /// Runs statements without parameters, and waits; several form one transaction.
    func execute(_ text: String) throws(PostgresError) {
        _ = unsafe try answer(PQexec(connection, text), to: text)
    }

    /// Runs one statement, and waits.
    func query(_ sql: SQL) throws(PostgresError) -> QueryResult {
        let types = sql.binds.types.map(\.rawValue)
        let result = unsafe parameters.with(sql.binds) { values, lengths, formats in
            unsafe PQexecParams(
                connection,
                sql.text,
                Int32(types.count),
                types,
                values,
                lengths,
                formats,
                1
            )
        }
        return unsafe try answer(result, to: sql.text)
    }

    /// Turns the result of a blocking call into a `QueryResult`.
    func answer(
        _ result: OpaquePointer?,
        to statement: String
    ) throws(PostgresError) -> QueryResult {
        guard let result = unsafe result else {
            throw failed(.lost(message, statement: statement))
        }
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            return unsafe QueryResult(result)
        default:
            defer { unsafe PQclear(result) }
            throw unsafe failed(PostgresError(result: result, statement: statement))
        }
    }

    private func failed(_ error: PostgresError) -> PostgresError {
        if error.hasRun { failures?.note(error) }
        return error
    }
}
