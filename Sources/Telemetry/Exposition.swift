/// Writes metrics in Prometheus' text format, version 0.0.4.
struct Exposition {
    private(set) var text = ""

    /// Adds a metric: its help, its type, and a line for each value.
    mutating func write(_ snapshot: Snapshot) {
        guard !snapshot.series.isEmpty else { return }
        let name = snapshot.name
        text += "# HELP \(name) \(Self.escaped(MetricHelp.sentence(for: name), quotes: false))\n"
        text += "# TYPE \(name) \(snapshot.kind.word)\n"
        for (labels, value) in snapshot.series {
            switch value {
            case .number(let number):
                line(name, labels, Self.number(number))
            case .histogram(let bounds, let counts, let sum):
                histogram(name, labels, bounds, counts, sum)
            }
        }
    }

    private mutating func histogram(
        _ name: String,
        _ labels: Labels,
        _ bounds: [Double],
        _ counts: [UInt64],
        _ sum: Double
    ) {
        var total: UInt64 = 0
        for (index, count) in counts.enumerated() {
            total += count
            let bound = index < bounds.count ? Self.number(bounds[index]) : "+Inf"
            line("\(name)_bucket", labels, "\(total)", extra: "le=\"\(bound)\"")
        }
        line("\(name)_sum", labels, Self.number(sum))
        line("\(name)_count", labels, "\(total)")
    }

    private mutating func line(
        _ name: String,
        _ labels: Labels,
        _ value: String,
        extra: String? = nil
    ) {
        var pairs = labels.all.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
        if let extra { pairs.append(extra) }
        text += name
        if !pairs.isEmpty { text += "{\(pairs.joined(separator: ","))}" }
        text += " \(value)\n"
    }

    /// Formats a number as Go parses it; whole ones without a fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value.magnitude < 1e15, value == value.rounded() { return "\(Int64(value))" }
        return "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
