import Foundation

extension BoardLag {
    /// The results of a run.
    public struct Found: Sendable {
        let samples: [LagSample]
        let entries: Int
        /// Seconds until the last entry was answered.
        let answering: Double
        /// Seconds from then until all events were delivered.
        let catchingUp: Double
        /// The number of players whose state differs from a recount.
        public let differences: Int

        /// A line for each second, and a summary.
        public var text: String {
            let lags = samples.map(\.lag).sorted()
            let (middle, high) = (Self.quantile(0.5, of: lags), Self.quantile(0.99, of: lags))
            let longest = samples.map(\.waiting).max() ?? 0
            let unit = max(lags.last ?? 0, 0.001) / 40
            let curve = samples.map { sample in
                let bar = String(repeating: "#", count: Int(sample.lag / unit))
                let (at, lag) = (Self.text(sample.at, 0, 4), Self.text(sample.lag, 2, 8))
                return "\(at) s \(lag) s behind, \(sample.waiting) wait \(bar)"
            }
            let last = """
                \(entries) entries answered in \(Self.text(answering, 1)) s
                lag: p50 \(Self.text(middle, 2)) s, p99 \(Self.text(high, 2)) s, \
                max \(Self.text(lags.last ?? 0, 2)) s
                outbox: at most \(longest), empty \(Self.text(catchingUp, 1)) s after the last answer
                differences between the board and a recount: \(differences)
                """
            return (curve + [last]).joined(separator: "\n")
        }

        /// The value that this share of the sorted values does not exceed.
        private static func quantile(_ share: Double, of sorted: [Double]) -> Double {
            guard !sorted.isEmpty else { return 0 }
            return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
        }

        private static func text(_ value: Double, _ places: Int, _ width: Int = 0) -> String {
            String(format: "%\(width).\(places)f", value)
        }
    }
}
