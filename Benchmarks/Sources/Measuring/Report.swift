import Foundation

/// The lines of one run, printed as they are recorded.
@MainActor
public final class Report {
    public nonisolated let plan: BenchmarkPlan
    public private(set) var lines: [Line] = []

    public nonisolated init(plan: BenchmarkPlan) {
        self.plan = plan
    }

    /// Runs the same work on both sides in alternating rounds, and records each round's ratio of
    /// our figure to theirs.
    ///
    /// - Parameters:
    ///   - work: What both sides do, such as `call of 100 bytes, 64 callers`.
    ///   - contender: The name of the other side.
    ///   - unit: The unit of what both sides return.
    ///   - target: What the median ratio must reach; `nil` only reports it.
    ///   - ours: One round of ours.
    ///   - theirs: One round of theirs.
    /// - Throws: The error of a round, which ends the run.
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

    /// Records a figure that has no contender: the target applies to the figure itself.
    ///
    /// - Parameters:
    ///   - work: What is measured, such as `memory at rest, identityd`.
    ///   - unit: The unit of what `figure` returns.
    ///   - target: What the median figure must reach; `nil` only reports it.
    ///   - figure: One round.
    /// - Throws: The error of a round, which ends the run.
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
        // A target for a ratio does not apply to the figure itself.
        if plan.isSmoke || (plan.isAlone && line.contender != nil) { line.target = nil }
        lines.append(line)
        FileHandle.standardError.write(Data("\(line.summary)\n".utf8))
    }
}
