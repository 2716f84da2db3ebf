extension Duration {
    /// Whole seconds to wait, rounded up; at least one.
    public var secondsToWait: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(seconds) + (attoseconds > 0 ? 1 : 0))
    }
}
