public import Wire

extension Contest {
    /// The number that is ranked (2.3-score).
    public enum Score: String, OpenEnum, CaseIterable {
        /// The value itself.
        case raw
        /// The value in percent of the participant's own target, at most 100.
        case percent
        /// A value of a later release; no contest can be made with it.
        case unknown
    }
}
