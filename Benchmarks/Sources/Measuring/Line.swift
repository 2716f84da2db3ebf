import Foundation

/// One line of the table: the work, the contender, and the figures of each round.
public struct Line: Sendable {
    let work: String
    let contender: String?
    let unit: Unit
    var target: Target?
    var ours: [Double] = []
    var theirs: [Double] = []

    /// Whether there is no contender, or it was left out.
    var isAlone: Bool { theirs.isEmpty }

    /// Ours divided by theirs, round by round; without a contender the figures themselves.
    var values: [Double] {
        isAlone ? ours : zip(ours, theirs).map { $0 / $1 }
    }

    /// The value that is compared with the target.
    var median: Double { values.median }

    public var verdict: Verdict {
        guard let target else { return .shown }
        return target.isMet(by: median) ? .met : .missed
    }

    /// The line as a sentence, such as `call, 64 callers: 18.2 × grpc-swift-2 (15.1 to 19.0; at
    /// least 15)`.
    public var summary: String {
        let spread = "\(text(values.min() ?? .nan)) to \(text(values.max() ?? .nan))"
        let bound = target.map { "; \($0.words { text($0) })" } ?? ""
        let beside = isAlone ? "" : contender.map { " × \($0)" } ?? ""
        return "\(work): \(text(median))\(beside) (\(spread)\(bound))"
    }

    /// A ratio as a plain number, or a figure with its unit.
    func text(_ value: Double) -> String {
        isAlone ? unit.text(value) : value.rounded(to: 3)
    }

    public enum Verdict: String, Sendable {
        case met, missed
        case shown = ""
    }
}

extension Target {
    func words(_ text: (Double) -> String) -> String {
        switch self {
        case .atLeast(let bound): "at least \(text(bound))"
        case .atMost(let bound): "at most \(text(bound))"
        }
    }
}

extension Unit {
    /// The figure with a metric prefix, such as `1.25 ms` or `63.1 MB`.
    func text(_ value: Double) -> String {
        switch self {
        case .rate: "\(value.rounded(to: 3)) /s"
        case .seconds where value < 1e-3: "\((value * 1e6).rounded(to: 3)) µs"
        case .seconds where value < 1: "\((value * 1e3).rounded(to: 3)) ms"
        case .seconds: "\(value.rounded(to: 3)) s"
        case .bytes where value < 1e4: "\(value.rounded(to: 3)) B"
        case .bytes where value < 1e6: "\((value / 1e3).rounded(to: 3)) KB"
        case .bytes: "\((value / 1e6).rounded(to: 3)) MB"
        case .share: value.rounded(to: 3)
        case .bytesPerSecond: "\((value / 1e6).rounded(to: 3)) MB/s"
        }
    }
}

extension Double {
    /// The number with that many significant digits, but all digits before the point.
    func rounded(to digits: Int) -> String {
        guard isFinite, self != 0 else { return "\(self)" }
        let places = max(0, digits - 1 - Int(log10(magnitude).rounded(.down)))
        return String(format: "%.\(places)f", self)
    }
}

extension [Double] {
    /// The middle value, or the mean of the two in the middle.
    package var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }
}
