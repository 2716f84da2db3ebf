import CLibPQ

/// Why a statement failed, and what is known about its effect.
public struct PostgresError: Error, Sendable {
    /// What the caller may conclude.
    public enum Knowledge: Sendable, Hashable {
        /// Nothing happened; the same statement may work later.
        case unavailable
        /// The connection was lost during a commit: whether it happened is unknown.
        case expired
        /// The statement or the data is wrong; a retry does not help.
        case bug
    }

    /// PostgreSQL's five-character code; `nil` if the server did not answer.
    public var sqlState: String?
    /// The name of the constraint that was violated.
    public var constraint: String?
    /// The server's first line, which holds no row's values; for logs only.
    public var message: String
    /// The statement's text, without values; for logs only.
    public var statement: String?
    /// What is known about the effect.
    public var knowledge: Knowledge
    /// Whether the connection was lost after the statement was sent.
    var isLost = false
    /// Whether the server closed the connection with this error.
    var isFatal = false
    /// Whether the statement was not sent because too many wait already.
    var hasNoRoom = false
    /// Whether the connection was lost before the statement was sent.
    var isUnsent = false

    init(
        sqlState: String? = nil,
        constraint: String? = nil,
        message: String,
        statement: String? = nil,
        knowledge: Knowledge
    ) {
        self.sqlState = sqlState
        self.constraint = constraint
        self.message = message
        self.statement = statement
        self.knowledge = knowledge
    }

    /// Whether the server or the pool has no capacity at the moment, or a statement exceeded its
    /// time limit (57014): the caller should retry after a while rather than at once.
    public var isOverload: Bool {
        hasNoRoom || sqlState?.hasPrefix("53") == true || sqlState == "57014"
    }

    /// Whether the server failed the statement, or the connection was lost meanwhile; false if it
    /// failed only because another statement of its transaction had failed before.
    var hasRun: Bool { sqlState == nil ? isLost : sqlState != "25P02" }

    /// Whether the connection ended before the statement's result: the server closed it with this
    /// error, or it was lost without a word.
    var endedConnection: Bool { isLost || isFatal || isUnsent }

    /// Whether two transactions conflicted; the same transaction may work at once.
    var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// Whether the prepared statement no longer fits the tables (0A000), or is gone (26000).
    var isStaleStatement: Bool {
        // The message of 0A000 depends on the server's language.
        sqlState == "26000" || sqlState == "0A000"
    }
}

extension PostgresError: CustomStringConvertible {
    public var description: String {
        var text = message
        if let sqlState { text = "\(sqlState): \(text)" }
        if let constraint { text += " [\(constraint)]" }
        if let statement { text += " — in: \(statement)" }
        return text
    }
}

extension PostgresError {
    /// Reads the error out of a result.
    init(result: OpaquePointer, statement: String?) {
        func field(_ code: Unicode.Scalar) -> String? {
            guard let text = unsafe PQresultErrorField(result, Int32(code.value)) else {
                return nil
            }
            return unsafe String(cString: text)
        }
        let sqlState = field("C")
        let fallback = unsafe String(cString: PQresultErrorMessage(result))
        self.init(
            sqlState: sqlState,
            constraint: field("n"),
            message: field("M") ?? fallback,
            statement: statement,
            knowledge: Knowledge(sqlState: sqlState)
        )
        isLost = sqlState == nil
        isFatal = ["FATAL", "PANIC"].contains(field("V"))
    }

    /// There is no connection; the statement was not sent.
    static func unavailable(_ message: String, statement: String? = nil) -> PostgresError {
        PostgresError(message: message, statement: statement, knowledge: .unavailable)
    }

    /// The database is unavailable; the statement was not sent.
    static var away: PostgresError { .overload("the database does not answer") }

    /// Too many statements wait already; this one was not sent.
    static func overload(_ message: String, statement: String? = nil) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.hasNoRoom = true
        return error
    }

    /// The connection was lost before the statement was sent.
    static func unsent(_ message: String, statement: String) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.isUnsent = true
        return error
    }

    /// An earlier statement of the transaction failed, so the server skipped this one.
    static func aborted(_ statement: String) -> PostgresError {
        PostgresError(
            sqlState: "25P02",
            message: "another statement of the transaction failed",
            statement: statement,
            knowledge: .bug
        )
    }

    /// The connection was lost while the statement was under way.
    static func lost(_ message: String, statement: String?) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.isLost = true
        return error
    }
}

extension PostgresError.Knowledge {
    /// Maps a code; `nil` means that the connection was lost.
    ///
    /// A statement that the server cancelled at its time limit (57014) had no effect, nor had its
    /// transaction, even if it was the COMMIT: the server said so.
    init(sqlState: String?) {
        switch sqlState {
        case nil, "40001", "40P01", "55P03", "25P03", "57014":
            self = .unavailable
        case let code? where ["08", "53", "58"].contains(code.prefix(2)) || code.hasPrefix("57P"):
            self = .unavailable
        default:
            self = .bug
        }
    }
}
