package import Postgres

extension SQL.StringInterpolation {
    /// The condition that the texts of a row have the words. The server parses the words once, and
    /// estimates few matches for any words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - table: The table, which has the columns `words` and `folded`.
    package mutating func appendInterpolation(_ words: SearchWords, in table: Clauses) {
        appendLiteral("CASE WHEN ")
        appendInterpolation(table)
        appendLiteral(".folded IS NULL THEN ")
        appendInterpolation(words, unfoldedIn: table)
        appendLiteral(" ELSE ")
        appendInterpolation(words, foldedIn: table)
        appendLiteral(" END")
    }

    /// The condition that the folded words of a row have the words, as an index has it.
    package mutating func appendInterpolation(_ words: SearchWords, foldedIn table: Clauses) {
        appendInterpolation(table)
        appendLiteral(".folded @@ (SELECT ")
        appendInterpolation(words.folded)
        appendLiteral("::tsquery)")
    }

    /// The condition that a row without folded words has the words in their stored form.
    package mutating func appendInterpolation(_ words: SearchWords, unfoldedIn table: Clauses) {
        appendInterpolation(table)
        appendLiteral(".words @@ (SELECT to_tsquery('simple', ")
        appendInterpolation(words.query)
        appendLiteral("))")
    }
}
