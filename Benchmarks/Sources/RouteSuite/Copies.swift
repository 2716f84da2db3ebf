/// Copies of a row that a service wrote, complete in every column.
enum Copies {
    /// A statement that copies the row.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - condition: The condition that selects the row to copy.
    ///   - numbers: The source of numbers; each number, `nth`, makes one copy.
    ///   - changes: The columns in which copies differ, and their values, in SQL.
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
