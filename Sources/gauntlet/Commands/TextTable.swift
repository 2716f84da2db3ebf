/// Rows of text in columns as wide as their widest cell.
struct TextTable {
    /// The first row contains the headings; all rows have the same number of cells.
    var rows: [[String]]

    var text: String {
        let count = rows.first?.count ?? 0
        let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return cells.joined(separator: "  ").trimmingSuffix { $0 == " " }
        }
        .joined(separator: "\n")
    }
}

extension String {
    fileprivate func trimmingSuffix(while isRemoved: (Character) -> Bool) -> String {
        guard let last = lastIndex(where: { !isRemoved($0) }) else { return "" }
        return String(self[...last])
    }
}
