public import Wire

extension Contest {
    /// How a participant's entries become a value (2.3-aggregation).
    public enum Aggregation: String, OpenEnum, CaseIterable {
        /// The sum of all amounts.
        case sum
        /// The largest amount.
        case max
        /// The smallest amount, such as the best time.
        case min
        /// The amount of the entry that occurred last; of two at the same moment, the one logged
        /// later.
        case latest
        /// The number of the participant's local days with an entry.
        case daysActive
        /// A value of a later release; no contest can be made with it.
        case unknown
    }
}
