/// Clauses that several statements share, such as joins and the conditions that belong to them.
/// Declared once, and interpolated into each of the statements. They hold no values.
public struct Clauses: ExpressibleByStringLiteral, Sendable {
    let text: String

    public init(stringLiteral literal: StaticString) {
        text = literal.description
    }

    /// A number of the source, which the planner knows, unlike a bound one.
    public init(_ number: Int) {
        text = String(number)
    }
}

extension SQL.StringInterpolation {
    /// Writes clauses.
    public mutating func appendInterpolation(_ clauses: Clauses) {
        template += clauses.text
    }
}
