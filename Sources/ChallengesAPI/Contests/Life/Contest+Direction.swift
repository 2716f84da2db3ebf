public import Wire

extension Contest {
    /// Which value wins (2.3-direction).
    public enum Direction: String, OpenEnum, CaseIterable {
        /// The higher value.
        case higher
        /// The lower value; only with `min` and `latest`, and not with scores in percent.
        case lower
        /// A value of a later release; no contest can be made with it.
        case unknown
    }
}
