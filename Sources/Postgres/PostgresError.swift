import CLibPQ

/// What went wrong with a statement, and what is known about its effect.
public struct PostgresError: Error, Sendable {
    /// What the caller may conclude.
    public enum Knowledge: Sendable, Hashable {
        /// Nothing happened; the same may work later.
        case unavailable
        /// The connection fell while a commit was under way: whether it happened is open.
        case expired
        /// The statement or the data is wrong; trying again does not help.
        case bug
    }

    /// The five characters of PostgreSQL's code; `nil` where the server said nothing.
    public var sqlState: String?
    /// The name of the constraint that was violated.
    public var constraint: String?
    /// For logs only. The server's first line, which holds no row's values.
    public var message: String
    /// The statement's text, without values; for logs only.
    public var statement: String?
    /// What is known about the effect.
    public var knowledge: Knowledge
    /// The connection fell after the statement was sent.
    var isLost = false
    /// It was the server's last word on this connection.
    var isFatal = false
    /// Nothing was sent, for too much waits already.
    var hasNoRoom = false
    /// The connection fell before the statement was sent.
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

    /// The server, or the pool, has no room for more at the moment, or was too slow for a
    /// statement's time limit (57014): to be asked again after a while rather than at once.
    public var isOverload: Bool {
        hasNoRoom || sqlState?.hasPrefix("53") == true || sqlState == "57014"
    }

    /// The server failed the statement, or the connection fell meanwhile; and not only because
    /// another statement of its transaction failed before.
    var hasRun: Bool { sqlState == nil ? isLost : sqlState != "25P02" }

    /// Two transactions stood in each other's way; the same transaction may work at once.
    var isConflict: Bool { sqlState == "40001" || sqlState == "40P01" }

    /// The prepared statement no longer fits the tables (0A000), or is gone (26000).
    var isStaleStatement: Bool {
        // The words beside 0A000 depend on the server's language.
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

    /// There is no connection, and the statement was not sent.
    static func unavailable(_ message: String, statement: String? = nil) -> PostgresError {
        PostgresError(message: message, statement: statement, knowledge: .unavailable)
    }

    /// The database is away, and the statement was not sent.
    static var away: PostgresError { .overload("the database does not answer") }

    /// Too much waits already, and the statement was not sent.
    static func overload(_ message: String, statement: String? = nil) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.hasNoRoom = true
        return error
    }

    /// The connection fell before the statement was sent.
    static func unsent(_ message: String, statement: String) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.isUnsent = true
        return error
    }

    /// Another statement of the transaction failed before this one, which the server then skipped.
    static func aborted(_ statement: String) -> PostgresError {
        PostgresError(
            sqlState: "25P02",
            message: "another statement of the transaction failed",
            statement: statement,
            knowledge: .bug
        )
    }

    /// The connection fell while the statement was under way.
    static func lost(_ message: String, statement: String?) -> PostgresError {
        var error = PostgresError.unavailable(message, statement: statement)
        error.isLost = true
        return error
    }
}

extension PostgresError.Knowledge {
    /// `sqlState` is `nil` where the connection fell.
    ///
    /// A statement that the server stopped at its time limit (57014) has done nothing, and neither
    /// has its transaction, be it at the COMMIT: the server said so.
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
