import Values

extension AssignmentLife {
    /// How long the challenge has lasted by now, for whoever submits it. A camera's clock may be
    /// ahead or behind (2.9-clocks).
    func lasted(until now: Instant, under rules: DareRules) -> Range<Instant> {
        sentAt - rules.clockTolerance..<max(sentAt, now) + rules.clockTolerance
    }
}
