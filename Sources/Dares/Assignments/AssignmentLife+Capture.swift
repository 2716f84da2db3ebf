import Values

extension AssignmentLife {
    /// The time range from sending until now in which a picture counts as taken during the
    /// challenge. It is extended at both ends, because a camera's clock may be ahead or behind
    /// (2.9-clocks).
    func lasted(until now: Instant, under rules: DareRules) -> Range<Instant> {
        sentAt - rules.clockTolerance..<max(sentAt, now) + rules.clockTolerance
    }
}
