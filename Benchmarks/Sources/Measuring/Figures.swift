/// A line of a run, as in the JSON output: every figure of every round.
public struct Figures: Codable, Sendable {
    public let work: String
    public let contender: String?
    public let unit: Unit
    /// One figure per round.
    public let ours: [Double]
    /// The contender's figures; empty when there is none, or when it was left out.
    public let theirs: [Double]
    public let median: Double
    public let target: String?
    public let verdict: String

    init(_ line: Line) {
        work = line.work
        contender = line.contender
        unit = line.unit
        ours = line.ours
        theirs = line.theirs
        median = line.median
        target = line.target.map { $0.words { "\($0)" } }
        verdict = line.verdict.rawValue
    }

    /// The work, and the contender that it is compared with.
    var name: String { [work, contender].compactMap(\.self).joined(separator: ", beside ") }
}

extension Unit {
    /// The best of some figures; `nil` if there is none above 0.
    func best(of figures: [Double]) -> Double? {
        let figures = figures.filter { $0 > 0 }
        return isBetterWhenMore ? figures.max() : figures.min()
    }
}
