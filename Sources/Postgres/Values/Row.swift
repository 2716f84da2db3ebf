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

    /// Reads the next column. Inlinable, so that a client module calls what reads the value itself,
    /// and not through its table of witnesses.
    ///
    /// - Throws: `PostgresError` if there is none or it holds something else.
    @inlinable
    public mutating func next<Value: Readable>(_: Value.Type = Value.self) throws -> Value {
        guard hasNext else { throw tooFew(for: Value.self) }
        return try Value.read(nextCell())
    }

    /// Reads the next columns as a tuple: `let (id, title): (ChallengeID, String) = try
    /// row.read()`.
    public mutating func read<each Value: Readable>() throws -> (repeat each Value) {
        (repeat try next((each Value).self))
    }

    /// Passes over the next columns.
    public mutating func skip(_ count: Int) {
        column += Int32(count)
    }

    @usableFromInline var hasNext: Bool { column < columns }

    /// The next column, of which there is one.
    @usableFromInline
    mutating func nextCell() -> Cell {
        defer { column += 1 }
        return unsafe Cell(
            type: DataType(rawValue: PQftype(result, column)),
            column: Int(column),
            bytes: bytes
        )
    }

    @usableFromInline
    func tooFew(for target: any Any.Type) -> PostgresError {
        PostgresError(
            message: "the row has only \(columns) columns, and one more is read as \(target)",
            knowledge: .bug
        )
    }

    private var bytes: UnsafeRawBufferPointer? {
        let count = unsafe PQgetlength(result, index, column)
        // NULL has no bytes; what has any need not be asked.
        if count == 0, unsafe PQgetisnull(result, index, column) == 1 { return nil }
        return unsafe UnsafeRawBufferPointer(
            start: PQgetvalue(result, index, column),
            count: Int(count)
        )
    }
}
