#if canImport(Glibc)
import Glibc
#endif

/// A line plot as SVG, with a logarithmic y axis.
struct Plot {
    let title: String
    let acrossLabel: String
    let upLabel: String
    let lines: [Line]
    /// A labelled vertical line at a value of the x axis.
    var mark: (at: Double, text: String)?

    /// One line of the plot; points with `up` ≤ 0 are left out.
    struct Line {
        let name: String
        let colour: String
        let points: [(across: Double, up: Double)]
    }

    private static let width = 860.0
    private static let height = 500.0
    /// The edges of the plot area; outside are the axis labels and, on the right, the legend.
    private static let left = 80.0
    private static let right = 730.0
    private static let top = 50.0
    private static let bottom = 430.0

    var svg: String {
        let (width, height) = (Self.width.text(places: 0), Self.height.text(places: 0))
        let body = [frame, acrossAxis, upAxis, marked, drawn, legend].flatMap { $0 }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
            <title>\(title.escaped)</title>
            \(body.joined(separator: "\n"))
            </svg>

            """
    }

    private var points: [(across: Double, up: Double)] {
        lines.flatMap(\.points).filter { $0.up > 0 && $0.up.isFinite && $0.across.isFinite }
    }

    private var acrossMax: Double {
        let most = max(points.map(\.across).max() ?? 1, mark?.at ?? 0)
        return most > 1e-6 ? most : 1
    }

    /// The powers of ten that enclose all points.
    private var decades: ClosedRange<Int> {
        var (low, high) = (0, 1)
        if let least = points.map(\.up).min(), let most = points.map(\.up).max() {
            low = Self.decade(below: least)
            high = max(Self.decade(below: most * 0.999_999) + 1, low + 1)
        }
        return low...high
    }

    /// The exponent of the greatest power of ten that is at most a positive number.
    private static func decade(below number: Double) -> Int {
        Int(log10(number).rounded(.down))
    }

    private func x(_ across: Double) -> Double {
        Self.left + (Self.right - Self.left) * across / acrossMax
    }

    private func y(_ up: Double) -> Double {
        let (low, high) = (Double(decades.lowerBound), Double(decades.upperBound))
        let share = (log10(up) - low) / (high - low)
        return Self.bottom - (Self.bottom - Self.top) * share
    }

    private var frame: [String] {
        let (across, up) = (Self.right - Self.left, Self.bottom - Self.top)
        let size = "width=\"\(across.place)\" height=\"\(up.place)\""
        return [
            "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
            text(title, at: Self.left, 28, extra: "font-size=\"16\""),
            "<rect x=\"\(Self.left.place)\" y=\"\(Self.top.place)\" \(size) fill=\"none\" "
                + "stroke=\"#888\"/>",
        ]
    }

    private var acrossAxis: [String] {
        let step = Self.step(for: acrossMax)
        var lines: [String] = []
        var tick = 0.0
        while tick <= acrossMax * 1.000_001 {
            lines.append(rule(x(tick), Self.top, x(tick), Self.bottom))
            lines.append(text(tick.plain, at: x(tick), Self.bottom + 18, anchor: "middle"))
            tick += step
        }
        let middle = (Self.left + Self.right) / 2
        return lines + [text(acrossLabel, at: middle, Self.bottom + 45, anchor: "middle")]
    }

    /// A round step that gives at most ten ticks.
    private static func step(for most: Double) -> Double {
        var power = 1.0
        while power * 10 <= most { power *= 10 }
        while power > most { power /= 10 }
        return [0.1, 0.2, 0.5, 1].map { $0 * power }.first { most / $0 <= 10 } ?? power
    }

    private var upAxis: [String] {
        var lines: [String] = []
        for decade in decades {
            var power = 1.0
            for _ in 0..<abs(decade) { power = decade > 0 ? power * 10 : power / 10 }
            let height = y(power)
            lines.append(rule(Self.left, height, Self.right, height))
            lines.append(text(power.plain, at: Self.left - 8, height + 4, anchor: "end"))
        }
        let middle = (Self.top + Self.bottom) / 2
        lines.append(
            text(
                upLabel,
                at: 20,
                middle,
                anchor: "middle",
                extra: "transform=\"rotate(-90 20 \(middle.place))\""
            )
        )
        return lines
    }

    private var marked: [String] {
        guard let mark else { return [] }
        let place = x(mark.at).place
        return [
            "<line x1=\"\(place)\" y1=\"\(Self.top.place)\" x2=\"\(place)\" "
                + "y2=\"\(Self.bottom.place)\" stroke=\"#444\" stroke-dasharray=\"5 4\"/>",
            text(mark.text, at: x(mark.at) - 6, Self.top + 16, anchor: "end"),
        ]
    }

    private var drawn: [String] {
        lines.flatMap { line -> [String] in
            let points = line.points.filter { $0.up > 0 && $0.up.isFinite }
            let path = points.map { "\(x($0.across).place),\(y($0.up).place)" }
            let dots = points.map { point in
                let note = "\(line.name): \(point.up.short) at \(point.across.short)"
                return
                    "<circle cx=\"\(x(point.across).place)\" cy=\"\(y(point.up).place)\" r=\"3\" "
                    + "fill=\"\(line.colour)\"><title>\(note.escaped)</title></circle>"
            }
            return [
                "<polyline fill=\"none\" stroke=\"\(line.colour)\" stroke-width=\"1.5\" "
                    + "points=\"\(path.joined(separator: " "))\"/>"
            ] + dots
        }
    }

    private var legend: [String] {
        lines.enumerated().flatMap { index, line -> [String] in
            let height = Self.top + 12 + 20 * Double(index)
            let start = Self.right + 15
            return [
                "<line x1=\"\(start.place)\" y1=\"\(height.place)\" x2=\"\((start + 22).place)\" "
                    + "y2=\"\(height.place)\" stroke=\"\(line.colour)\" stroke-width=\"3\"/>",
                text(line.name, at: start + 28, height + 4),
            ]
        }
    }

    private func rule(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
        "<line x1=\"\(x1.place)\" y1=\"\(y1.place)\" x2=\"\(x2.place)\" y2=\"\(y2.place)\" "
            + "stroke=\"#ddd\"/>"
    }

    private func text(
        _ text: String,
        at x: Double,
        _ y: Double,
        anchor: String = "start",
        extra: String = ""
    ) -> String {
        "<text x=\"\(x.place)\" y=\"\(y.place)\" text-anchor=\"\(anchor)\" \(extra)>"
            + "\(text.escaped)</text>"
    }
}

extension Double {
    /// A coordinate, to a tenth.
    fileprivate var place: String { text(places: 1) }

    /// The number without trailing zeros.
    fileprivate var plain: String {
        var text = short
        guard text.contains(".") else { return text }
        while text.hasSuffix("0") { text.removeLast() }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}

extension String {
    /// The text escaped for XML.
    fileprivate var escaped: String {
        var text = ""
        for character in self {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.append(character)
            }
        }
        return text
    }
}
