// Where a page of a list begins. The first page has no condition: no value is sure to come before
// every row.
extension SQL.StringInterpolation {
    /// Writes ` AND columns > values`, for a list in ascending order; nothing for the first page.
    ///
    /// - Parameters:
    ///   - place: The last row of the page before, as its values in these columns.
    ///   - columns: A column, or several in parentheses.
    public mutating func appendInterpolation<each Value: Bindable>(
        after place: (repeat each Value)?,
        in columns: StaticString
    ) {
        append(columns, ">", place)
    }

    /// Writes ` AND columns < values`, for a list in descending order; nothing for the first page.
    ///
    /// - Parameters:
    ///   - place: The last row of the page before, as its values in these columns.
    ///   - columns: A column, or several in parentheses.
    public mutating func appendInterpolation<each Value: Bindable>(
        before place: (repeat each Value)?,
        in columns: StaticString
    ) {
        append(columns, "<", place)
    }

    private mutating func append<each Value: Bindable>(
        _ columns: StaticString,
        _ comparison: StaticString,
        _ place: (repeat each Value)?
    ) {
        guard let place else { return }
        appendLiteral(" AND ")
        appendLiteral(columns)
        appendLiteral(" ")
        appendLiteral(comparison)
        appendLiteral(" (")
        var isFirst = true
        for value in repeat each place {
            if !isFirst { appendLiteral(", ") }
            isFirst = false
            appendInterpolation(value)
        }
        appendLiteral(")")
    }
}
