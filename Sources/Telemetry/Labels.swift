/// The labels of a series, in the order of their names: the same labels are the same series.
struct Labels: Hashable, Comparable {
    struct Label: Hashable {
        let name: String
        let value: String
    }

    let all: [Label]

    /// - Parameters:
    ///   - dimensions: What swift-metrics was given; of one name the first counts.
    ///   - valueBytesMax: What is kept of a value.
    ///   - kind: Of which metric; a histogram's `le` is its own.
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

    /// The labels of whatever has no room.
    var overflow: Labels {
        Labels(all: all.map { Label(name: $0.name, value: "other") })
    }

    static func < (left: Labels, right: Labels) -> Bool {
        left.all.lexicographicallyPrecedes(right.all) {
            ($0.name, $0.value) < ($1.name, $1.value)
        }
    }

    /// The beginning of a text; no character is cut in two.
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
