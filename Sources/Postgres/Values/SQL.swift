/// One SQL statement with its values: what is interpolated is bound, never pasted.
///
/// `"SELECT title FROM challenges WHERE id = \(id)"` becomes `… WHERE id = $1` and sixteen bytes.
/// The text consists of literals of the source alone, so no value can become SQL. Statements with
/// equal texts that bind equal types share one prepared statement on each connection.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    let text: String
    let binds: Binds

    public init(stringLiteral literal: StaticString) {
        text = literal.description
        binds = Binds()
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        binds = stringInterpolation.binds
    }

    /// Makes a statement of the driver's own text.
    init(verbatim text: String, binds: Binds = Binds()) {
        self.text = text
        self.binds = binds
    }

    /// Collects a statement's text and values.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        var text = ""
        var binds: Binds

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 3 * interpolationCount)
            binds = Binds(count: interpolationCount)
        }

        public mutating func appendLiteral(_ literal: StaticString) {
            text += literal.description
        }

        /// Binds a value as the next parameter.
        public mutating func appendInterpolation(_ value: some Bindable) {
            binds.append(value)
            text += "$"
            text += String(binds.types.count)
        }

        /// Binds a value, or NULL. A separate overload, because the compiler warns of optionals
        /// that become text.
        public mutating func appendInterpolation<Value: Bindable>(_ value: Value?) {
            binds.append(value)
            text += "$"
            text += String(binds.types.count)
        }

        /// Writes another statement as a part of this one, with its values.
        public mutating func appendInterpolation(_ part: SQL) {
            let before = binds.types.count
            binds.append(part.binds)
            var rest = part.text.utf8[...]
            // Of the literals none has a dollar sign before a digit: it begins a parameter.
            while let dollar = rest.firstIndex(of: UInt8(ascii: "$")) {
                let start = rest.index(after: dollar)
                let digits = rest[start...].prefix { (0x30...0x39).contains($0) }
                text += String(Substring(rest[..<start]))
                if let number = Int(String(Substring(digits))) { text += String(before + number) }
                rest = rest[digits.endIndex...]
            }
            text += String(Substring(rest))
        }
    }
}

/// What identifies a statement for the server: its text and the types of its values.
struct StatementKey: Hashable {
    let text: String
    let types: [DataType]

    init(_ sql: SQL) {
        text = sql.text
        types = sql.binds.types
    }
}
