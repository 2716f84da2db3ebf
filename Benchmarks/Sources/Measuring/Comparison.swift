import Foundation

/// Two builds that did the same work in alternating rounds: for each line the ratio of the later
/// build's figures to the earlier one's, round by round. More than 1 is better, whatever the unit.
public struct Comparison: Sendable {
    /// The figures of a build in one round, in the order of its lines.
    public typealias Round = [Figures]

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

    /// Adds a round that both builds measured. Work that only one of them measured is left out.
    public mutating func add(before: Round, after: Round) {
        for later in after {
            let earlier = before.first {
                ($0.work, $0.contender) == (later.work, later.contender) && $0.unit == later.unit
            }
            guard let earlier, earlier.ours.median > 0, later.ours.median > 0 else { continue }
            let quotient = later.ours.median / earlier.ours.median
            let name = [later.work, later.contender].compactMap(\.self).joined(
                separator: ", beside "
            )
            let ratio = later.unit.isBetterWhenMore ? quotient : 1 / quotient
            if let index = rows.firstIndex(where: { $0.name == name }) {
                rows[index].ratios.append(ratio)
            } else {
                rows.append(Row(name: name, ratios: [ratio]))
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
