/// The columns that a type reads from a row, in its order. Declared once, beside the initializer
/// that reads them, and interpolated into every statement that lists them.
public struct Columns: ExpressibleByArrayLiteral, Sendable {
    private let names: [String]
    /// The names, separated by commas.
    let text: String

    public init(arrayLiteral names: StaticString...) {
        self.init(names.map(\.description))
    }

    private init(_ names: [String]) {
        self.names = names
        text = names.joined(separator: ", ")
    }

    /// The columns, qualified by the name of their table in a statement that joins several.
    public func of(_ table: StaticString) -> Columns {
        Columns(names.map { "\(table).\($0)" })
    }
}

extension SQL.StringInterpolation {
    /// Writes a list of columns.
    public mutating func appendInterpolation(_ columns: Columns) {
        template += columns.text
    }
}
