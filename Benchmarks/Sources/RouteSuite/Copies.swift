/// Rows that are copies of one that a service wrote, so that they have all that it writes.
enum Copies {
    /// A statement that copies the row.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - condition: The condition of the one row that is copied.
    ///   - numbers: Makes a copy for each number from here, `nth`.
    ///   - changes: The columns that a copy has of its own, and their values, in SQL.
    /// - Returns: The statement.
    static func of(
        _ table: String,
        where condition: String,
        numbers: Range<Int>,
        changing changes: KeyValuePairs<String, String>
    ) -> String {
        let members = changes.map { "'\($0.key)', \($0.value)" }.joined(separator: ", ")
        return """
            INSERT INTO \(table) SELECT copy.*
                FROM (SELECT * FROM \(table) WHERE \(condition)) AS original
                CROSS JOIN generate_series(\(numbers.lowerBound), \(numbers.upperBound - 1)) AS nth
                CROSS JOIN LATERAL jsonb_populate_record(
                    NULL::\(table), to_jsonb(original) || jsonb_build_object(\(members))) AS copy;

            """
    }
}
