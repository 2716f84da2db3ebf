/// The labels of a series, sorted by name: equal labels are the same series.
struct Labels: Hashable, Comparable {
    struct Label: Hashable {
        let name: String
        let value: String
    }

    let all: [Label]

    /// - Parameters:
    ///   - dimensions: The dimensions from swift-metrics; of several with one name, the first
    ///     counts.
    ///   - valueBytesMax: The maximum length of a value, which is truncated.
    ///   - kind: The metric's kind; in a histogram, `le` is reserved.
    init(_ dimensions: [(String, String)], valueBytesMax: Int, for kind: Kind) {
        var found: [String: String] = [:]
        for (name, value) in dimensions {
            var name = MetricName.label(name)
            if case .histogram = kind, name == "le" { name = "le_" }
            if found[name] == nil { found[name] = Self.cut(value, valueBytesMax) }
        }
        all = found.map { Label(name: $0.key, value: $0.value) }.sorted { $0.name < $1.name }
    }

    private init(all: [Label]) {
        self.all = all
    }

    /// The labels of the overflow series.
    var overflow: Labels {
        Labels(all: all.map { Label(name: $0.name, value: "other") })
    }

    static func < (left: Labels, right: Labels) -> Bool {
        left.all.lexicographicallyPrecedes(right.all) {
            ($0.name, $0.value) < ($1.name, $1.value)
        }
    }

    /// Truncates a text without splitting a scalar.
    private static func cut(_ text: String, _ bytesMax: Int) -> String {
        guard text.utf8.count > bytesMax else { return text }
        var cut = ""
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= bytesMax else { break }
            cut.unicodeScalars.append(scalar)
        }
        return cut
    }
}
