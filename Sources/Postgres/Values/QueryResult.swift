import CLibPQ

/// The result of one statement.
///
/// `@unchecked Sendable`: nothing changes a `PGresult` once libpq has handed it out, it refers to
/// no connection, and it is cleared when the last reference is released.
@safe final class QueryResult: @unchecked Sendable {
    private let result: OpaquePointer

    /// Takes ownership of the result.
    init(_ result: OpaquePointer) {
        unsafe self.result = result
    }

    deinit {
        unsafe PQclear(result)
    }

    /// Reads all rows.
    func rows<Value>(_ read: (inout Row) throws -> Value) throws -> [Value] {
        let count = unsafe PQntuples(result)
        guard count > 0 else { return [] }
        var values: [Value] = []
        values.reserveCapacity(Int(count))
        var row = unsafe Row(result)
        for index in 0..<count {
            row.move(to: index)
            values.append(try read(&row))
        }
        return values
    }

    /// The text in the only column of the only row; `nil` if there is another number of them.
    var onlyText: String? {
        guard unsafe PQntuples(result) == 1, unsafe PQnfields(result) == 1 else { return nil }
        return unsafe String(cString: PQgetvalue(result, 0, 0))
    }

    /// The command's tag, with its numbers if it has any: `INSERT 0 1`, `COMMIT`.
    var tag: String { unsafe String(cString: PQcmdStatus(result)) }

    /// The number of rows that the statement inserted, changed, deleted or found.
    var rowsAffected: Int { unsafe Int(String(cString: PQcmdTuples(result))) ?? 0 }

    /// Whether the statement inserted, changed or deleted rows.
    var hasChangedRows: Bool {
        // Of the tags that count rows, only INSERT, UPDATE and DELETE begin with these.
        switch UInt8(bitPattern: unsafe PQcmdStatus(result).pointee) {
        case UInt8(ascii: "I"), UInt8(ascii: "U"), UInt8(ascii: "D"): rowsAffected > 0
        default: false
        }
    }
}
