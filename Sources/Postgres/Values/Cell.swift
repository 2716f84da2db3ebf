/// One column of one row, as the server sent it. Must not outlive the closure that reads the row.
@safe public struct Cell: ~Copyable {
    let type: DataType
    /// The column's index, from 0, for messages.
    let column: Int
    private let bytes: UnsafeRawBufferPointer?

    init(type: DataType, column: Int, bytes: UnsafeRawBufferPointer?) {
        self.type = type
        self.column = column
        unsafe self.bytes = bytes
    }

    @usableFromInline var isNull: Bool { unsafe bytes == nil }

    /// The number of bytes.
    var count: Int { unsafe bytes?.count ?? 0 }

    /// Throws when the column is NULL or of another type.
    func expect(_ wanted: DataType, for target: any Any.Type) throws {
        guard type == wanted, !isNull else { throw unreadable(as: target) }
    }

    /// Reads a big-endian integer at an offset.
    func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _: Number.Type,
        at offset: Int
    ) throws -> Number {
        guard let bytes = unsafe bytes,
            offset + Number.bitWidth / 8 <= bytes.count
        else { throw unreadable(as: Number.self) }
        return Number(
            bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        )
    }

    /// Decodes the bytes from an offset as UTF-8, which the server has checked.
    func text(from offset: Int = 0) -> String {
        guard let bytes = unsafe bytes, offset <= bytes.count else { return "" }
        return unsafe String(decoding: bytes[offset...], as: UTF8.self)
    }

    /// All bytes.
    func array() -> [UInt8] {
        guard let bytes = unsafe bytes else { return [] }
        return unsafe [UInt8](bytes)
    }

    /// Reads a part as a separate cell; a negative length is NULL.
    func part<Value>(
        at offset: Int,
        length: Int,
        type: DataType,
        _ read: (borrowing Cell) throws -> Value
    ) throws -> Value {
        guard let bytes = unsafe bytes, offset + max(length, 0) <= bytes.count else {
            throw unreadable(as: Value.self)
        }
        guard length >= 0 else {
            return try read(unsafe Cell(type: type, column: column, bytes: nil))
        }
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + length)])
        return try read(unsafe Cell(type: type, column: column, bytes: part))
    }

    /// The error for a column that does not hold what the code expects.
    @usableFromInline
    func unreadable(as target: any Any.Type) -> PostgresError {
        let content = isNull ? "NULL" : "a value of type \(type.rawValue)"
        return PostgresError(
            message: "column \(column + 1) holds \(content), which cannot be read as \(target)",
            knowledge: .bug
        )
    }
}
