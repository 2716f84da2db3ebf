import CLibPQ

/// One row of a result. Its columns are read in order, next to the `SELECT` that lists them.
@safe public struct Row: ~Copyable {
    private let result: OpaquePointer
    private let columns: Int32
    private var index: Int32
    private var column: Int32 = 0

    init(_ result: OpaquePointer) {
        unsafe self.result = result
        columns = unsafe PQnfields(result)
        index = 0
    }

    /// Moves to the beginning of a row.
    mutating func move(to row: Int32) {
        index = row
        column = 0
    }

    /// Reads the next column.
    ///
    /// - Throws: `PostgresError` if there is none or it holds something else.
    public mutating func next<Value: Readable>(_: Value.Type = Value.self) throws -> Value {
        guard column < columns else {
            throw PostgresError(
                message:
                    "the row has only \(columns) columns, and one more is read as \(Value.self)",
                knowledge: .bug
            )
        }
        let cell = unsafe Cell(
            type: DataType(rawValue: PQftype(result, column)),
            column: Int(column),
            bytes: bytes
        )
        column += 1
        return try Value.read(cell)
    }

    /// Reads the next columns as a tuple: `let (id, title): (ChallengeID, String) = try
    /// row.read()`.
    public mutating func read<each Value: Readable>() throws -> (repeat each Value) {
        (repeat try next((each Value).self))
    }

    private var bytes: UnsafeRawBufferPointer? {
        unsafe PQgetisnull(result, index, column) == 1
            ? nil
            : UnsafeRawBufferPointer(
                start: PQgetvalue(result, index, column),
                count: Int(PQgetlength(result, index, column))
            )
    }
}
