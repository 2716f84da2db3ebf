/// A value that can be read from a column.
///
/// NULL reads as `nil` into an optional and throws otherwise. An enumeration with a readable raw
/// value needs only `extension Grade: Readable {}`; an unknown raw value throws.
public protocol Readable {
    /// Reads one cell.
    static func read(_ cell: borrowing Cell) throws -> Self

    /// Reads a cell that holds an array of such values.
    static func readAll(_ cell: borrowing Cell) throws -> [Self]
}

extension Readable {
    public static func readAll(_ cell: borrowing Cell) throws -> [Self] {
        let dimensions = try cell.integer(Int32.self, at: 0)
        let type = DataType(rawValue: try cell.integer(UInt32.self, at: 8))
        guard dimensions != 0 else { return [] }
        guard dimensions == 1 else { throw cell.unreadable(as: [Self].self) }
        let count = Int(try cell.integer(Int32.self, at: 12))
        var values: [Self] = []
        values.reserveCapacity(count)
        var index = 20
        for _ in 0..<count {
            let length = Int(try cell.integer(Int32.self, at: index))
            index += 4
            values.append(try cell.part(at: index, length: length, type: type, Self.read))
            index += max(length, 0)
        }
        return values
    }
}

extension Readable where Self: RawRepresentable, RawValue: Readable {
    @inlinable
    public static func read(_ cell: borrowing Cell) throws -> Self {
        guard let value = Self(rawValue: try RawValue.read(cell)) else {
            throw cell.unreadable(as: Self.self)
        }
        return value
    }
}

extension Optional: Readable where Wrapped: Readable {
    @inlinable
    public static func read(_ cell: borrowing Cell) throws -> Wrapped? {
        cell.isNull ? nil : try Wrapped.read(cell)
    }
}

extension Array: Readable where Element: Readable {
    public static func read(_ cell: borrowing Cell) throws -> [Element] {
        try Element.readAll(cell)
    }
}
