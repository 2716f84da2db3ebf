import Foundation

/// Two builds that did the same work in alternating rounds: for each line the ratio of the later
/// build's figures to the earlier one's, round by round. More than 1 is better, whatever the unit.
public struct Comparison: Sendable {
    /// The line of one piece of work.
    struct Row {
        let name: String
        /// One ratio per round.
        var ratios: [Double]

        /// No round was as good as before, or half of them were worse by more than 5 %.
        var isWorse: Bool {
            guard let best = ratios.max() else { return false }
            return best < 1 || ratios.median < 0.95
        }
    }

    private(set) var rows: [Row] = []

    public init() {}

    /// Adds a round. For each line, the best figure of each build counts; a line that only one
    /// build has is left out.
    public mutating func add(before: [Figures], after: [Figures]) {
        var names = Set<String>()
        for line in after where names.insert(line.name).inserted {
            let bests = [before, after].compactMap { figures in
                let same = figures.filter { ($0.name, $0.unit) == (line.name, line.unit) }
                return line.unit.best(of: same.flatMap(\.ours))
            }
            guard bests.count == 2 else { continue }
            let quotient = bests[1] / bests[0]
            let ratio = line.unit.isBetterWhenMore ? quotient : 1 / quotient
            if let index = rows.firstIndex(where: { $0.name == line.name }) {
                rows[index].ratios.append(ratio)
            } else {
                rows.append(Row(name: line.name, ratios: [ratio]))
            }
        }
    }

    /// The lines in which the later build is worse: its whole range is below 1, or its median below
    /// 0.95.
    public var worse: [String] { rows.filter(\.isWorse).map(\.name) }

    /// All lines as a Markdown table.
    public var table: String {
        let head = [["work", "after / before", "range", ""], ["---", "--:", "--:", "---"]]
        return markdownTable(
            head
                + rows.map { row in
                    let range = (row.ratios.min() ?? .nan, row.ratios.max() ?? .nan)
                    return [
                        row.name,
                        row.ratios.median.rounded(to: 3),
                        "\(range.0.rounded(to: 3))–\(range.1.rounded(to: 3))",
                        row.isWorse ? "worse" : "",
                    ]
                }
        )
    }
}
