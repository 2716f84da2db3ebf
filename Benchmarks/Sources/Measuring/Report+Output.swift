public import Foundation

extension Report {
    /// All lines as a Markdown table.
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

    /// All figures of all rounds, as JSON.
    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(lines.map(Figures.init))
        }
    }
}

/// Formats rows of cells; the second row gives the alignment of the columns.
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
