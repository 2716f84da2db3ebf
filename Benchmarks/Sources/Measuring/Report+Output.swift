public import Foundation

extension Report {
    /// Every line as a table in Markdown.
    public var table: String {
        var rows = [
            ["work", "beside", "ours", "theirs", "ratio", "spread", "target", ""],
            ["---", "---", "--:", "--:", "--:", "--:", "--:", "---"],
        ]
        for line in lines {
            rows.append([
                line.work,
                line.contender ?? "–",
                line.unit.text(line.ours.median),
                line.isAlone ? "–" : line.unit.text(line.theirs.median),
                line.isAlone ? "–" : line.text(line.median),
                "\(line.text(line.values.min() ?? .nan))–\(line.text(line.values.max() ?? .nan))",
                line.target.map { $0.words(line.text) } ?? "–",
                line.verdict.rawValue,
            ])
        }
        return markdownTable(rows)
    }

    /// Every figure of every round, as JSON.
    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(lines.map(Figures.init))
        }
    }
}

/// Rows of cells, the second of which says how the columns are aligned.
func markdownTable(_ rows: [[String]]) -> String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
        let cells = zip(row, widths).map {
            $0.padding(toLength: $1, withPad: $0 == "---" ? "-" : " ", startingAt: 0)
        }
        return "| \(cells.joined(separator: " | ")) |"
    }
    .joined(separator: "\n")
}
