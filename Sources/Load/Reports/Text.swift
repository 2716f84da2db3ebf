// Numbers formatted for people.

extension Double {
    /// The number with that many decimal places.
    func text(places: Int) -> String {
        guard isFinite else { return "–" }
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 9e15 else { return "\(self)" }
        let digits = String(Int(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard places > 0 else { return sign + padded }
        return "\(sign)\(padded.dropLast(places)).\(padded.suffix(places))"
    }

    /// The number with three significant digits, or more before the point: `0.0123`, `4.57`,
    /// `2310`.
    var short: String {
        switch magnitude {
        case ..<0.000_5: text(places: self == 0 ? 0 : 6)
        case ..<0.1: text(places: 4)
        case ..<1: text(places: 3)
        case ..<10: text(places: 2)
        case ..<100: text(places: 1)
        default: text(places: 0)
        }
    }

    /// Seconds as a duration: `87 µs`, `1.23 ms`, `4.50 s`.
    public var asDuration: String {
        switch magnitude {
        case ..<0.001: "\((self * 1e6).short) µs"
        case ..<1: "\((self * 1e3).short) ms"
        default: "\(short) s"
        }
    }
}

extension String {
    /// The text padded on the left to `width`.
    func right(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    /// The text padded on the right to `width`.
    func left(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}

/// A table with its first column aligned left and the others right.
struct Columns {
    var rows: [[String]]

    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.compactMap { $0.indices.contains(column) ? $0[column].count : nil }.max() ?? 0
        }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                column == 0 ? cell.left(widths[0]) : cell.right(widths[column])
            }
            return cells.joined(separator: "  ")
        }
        .joined(separator: "\n")
    }
}
