package import ChallengesAPI
package import Values

/// How something is timed where the call does not say.
package struct TimingTerms: Hashable, Sendable {
    package let mode: Timing.Mode
    package let targetSeconds: Int?

    /// As the definition says; what is measured in time and has a target is a countdown, and all
    /// else a stopwatch (2.6-timer). A target beyond what a timing lasts is none.
    ///
    /// - Parameters:
    ///   - snapshot: What the challenge keeps of its definition.
    ///   - target: The amount that one session is to reach; `nil` for none.
    ///   - seconds: How many seconds its unit has; `nil` for one that is not of time.
    package init(_ snapshot: Snapshot, target: Amount? = nil, unitSeconds seconds: Int? = nil) {
        let measured = seconds.flatMap { seconds in
            target.map { Int(clamping: $0.wholeSeconds(inUnitOf: seconds)) }
        }
        targetSeconds = [snapshot.targetSeconds, measured].lazy
            .compactMap { $0 }
            .first { Timing.targetLimit.contains($0) }
        let isMeasured = measured != nil && snapshot.timer != .stopwatch
        let countsDown = snapshot.timer == .countdown || isMeasured
        mode = countsDown && targetSeconds != nil ? .countdown : .stopwatch
    }
}

extension Amount {
    /// How many whole seconds it is, rounded up, in a unit of so many.
    fileprivate func wholeSeconds(inUnitOf seconds: Int) -> Int64 {
        let (product, overflow) = millionths.multipliedReportingOverflow(by: Int64(seconds))
        return overflow ? .max : product / 1_000_000 + (product % 1_000_000 > 0 ? 1 : 0)
    }
}
