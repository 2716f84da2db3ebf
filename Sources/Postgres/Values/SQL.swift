/// One SQL statement with its values: what is interpolated is bound, never pasted.
///
/// `"SELECT title FROM challenges WHERE id = \(id)"` becomes `… WHERE id = $1` and sixteen bytes.
/// The text consists of literals of the source alone, so no value can become SQL. Statements with
/// equal texts that bind equal types share one prepared statement on each connection.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// The text, with a `mark` in place of each parameter: parameters are numbered in their order,
    /// so that a statement becomes a part of another without being read again.
    let template: String
    let binds: Binds

    public init(stringLiteral literal: StaticString) {
        template = literal.description
        binds = Binds()
    }

    public init(stringInterpolation: StringInterpolation) {
        template = stringInterpolation.template
        binds = stringInterpolation.binds
    }

    /// Makes a statement of the driver's own text.
    init(verbatim text: String, binds: Binds = Binds()) {
        template = text
        self.binds = binds
    }

    /// Stands for a parameter. No literal has it.
    private static let mark: Unicode.Scalar = "\u{1}"

    /// The text as the server is sent it, with `$1` for the first parameter.
    var text: String {
        let parts = template.utf8.split(
            separator: UInt8(ascii: Self.mark),
            omittingEmptySubsequences: false
        )
        return parts.dropFirst().enumerated().reduce(into: String(Substring(parts[0]))) {
            text,
            part in
            text += "$\(part.offset + 1)\(Substring(part.element))"
        }
    }

    /// Collects a statement's text and values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var template = ""
        var binds: Binds

        public init(literalCapacity: Int, interpolationCount: Int) {
            template.reserveCapacity(literalCapacity + interpolationCount)
            binds = Binds(count: interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            template += literal.description
        }

        /// Binds a value as the next parameter.
        public mutating func appendInterpolation(_ value: some Bindable) {
            binds.append(value)
            template.unicodeScalars.append(SQL.mark)
        }

        /// Binds a value, or NULL. A separate overload, because the compiler warns of optionals
        /// that become text.
        public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) {
            binds.append(value)
            template.unicodeScalars.append(SQL.mark)
        }

        /// Writes another statement as a part of this one, with its values.
        public mutating func appendInterpolation(_ part: SQL) {
            binds.append(part.binds)
            template += part.template
        }
    }
}

/// What identifies a statement for the server: its text and the types of its values.
struct StatementKey: Hashable {
    let template: String
    let types: [DataType]

    init(_ sql: SQL) {
        template = sql.template
        types = sql.binds.types
    }
}
