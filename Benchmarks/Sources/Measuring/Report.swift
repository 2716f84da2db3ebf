import Foundation

/// The lines of one run, printed as they come.
@MainActor
public final class Report {
    public nonisolated let plan: BenchmarkPlan
    public private(set) var lines: [Line] = []

    public nonisolated init(plan: BenchmarkPlan) {
        self.plan = plan
    }

    /// Lets both sides do the same work in turns, and records the ratio of their figures,
    /// ours divided by theirs, of each round.
    ///
    /// - Parameters:
    ///   - work: What both sides do, such as `call of 100 bytes, 64 callers`.
    ///   - contender: Who does it beside us.
    ///   - unit: What both sides return.
    ///   - target: What the median of the ratio must reach; `nil` is shown only.
    ///   - ours: One turn of ours.
    ///   - theirs: One turn of theirs.
    /// - Throws: What a turn throws: the run ends there.
    public func compare(
        _ work: String,
        with contender: String,
        in unit: Unit,
        target: Target? = nil,
        ours: () async throws -> Double,
        theirs: () async throws -> Double
    ) async throws {
        var line = Line(work: work, contender: contender, unit: unit, target: target)
        for _ in 0..<plan.rounds {
            line.ours.append(try await ours())
            if !plan.isAlone { line.theirs.append(try await theirs()) }
        }
        record(line)
    }

    /// Records a figure that has no contender: the target holds for the figure itself.
    ///
    /// - Parameters:
    ///   - work: What is measured, such as `memory at rest, identityd`.
    ///   - unit: What `figure` returns.
    ///   - target: What the median of the figure must reach; `nil` is shown only.
    ///   - figure: One turn.
    /// - Throws: What a turn throws: the run ends there.
    public func measure(
        _ work: String,
        in unit: Unit,
        target: Target? = nil,
        figure: () async throws -> Double
    ) async throws {
        var line = Line(work: work, contender: nil, unit: unit, target: target)
        for _ in 0..<plan.rounds { line.ours.append(try await figure()) }
        record(line)
    }

    private func record(_ line: Line) {
        var line = line
        // A target for a ratio says nothing of the figure itself.
        if plan.isSmoke || (plan.isAlone && line.contender != nil) { line.target = nil }
        lines.append(line)
        FileHandle.standardError.write(Data("\(line.summary)\n".utf8))
    }
}
