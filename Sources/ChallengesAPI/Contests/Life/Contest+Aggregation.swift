public import Wire

extension Contest {
    /// What a person's entries amount to (2.3-aggregation).
    public enum Aggregation: String, OpenEnum, CaseIterable {
        /// All amounts together.
        case sum
        /// The largest amount.
        case max
        /// The smallest amount, such as the best time.
        case min
        /// The amount of the entry that occurred last; of two at one moment, the one that was
        /// logged later.
        case latest
        /// On how many of the person's days there is an entry.
        case daysActive
        /// A value of a later release; no contest can be made with it.
        case unknown
    }
}
