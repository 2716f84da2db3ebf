package import ChallengesAPI
package import Values

/// The mode and target time of a timing, unless the call gives them.
package struct TimingTerms: Hashable, Sendable {
    package let mode: Timing.Mode
    package let targetSeconds: Int?

    /// Takes the mode and target time from the definition. A subject with a unit of time and a
    /// target is a countdown, unless the definition has a stopwatch; all others are stopwatches
    /// (2.6-timer). A target longer than a timing can last is ignored.
    ///
    /// - Parameters:
    ///   - snapshot: The challenge's copy of its definition.
    ///   - target: The target amount of one session; `nil` for none.
    ///   - seconds: The seconds in the unit; `nil` if it is not a unit of time.
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
    /// The amount in whole seconds, rounded up, if the unit has the given number of seconds.
    fileprivate func wholeSeconds(inUnitOf seconds: Int) -> Int64 {
        let (product, overflow) = millionths.multipliedReportingOverflow(by: Int64(seconds))
        return overflow ? .max : product / 1_000_000 + (product % 1_000_000 > 0 ? 1 : 0)
    }
}
