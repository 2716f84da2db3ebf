public import Wire

extension Contest {
    /// How far a contest is (2.3-states).
    public enum State: String, OpenEnum, CaseIterable {
        /// Seen by its author alone, and not begun.
        case draft
        /// Published; its start is still ahead.
        case scheduled
        /// Begun, and not at its end.
        case active
        /// Past its end: what happened before that, or on its last day, may still be logged, and
        /// queried entries be decided.
        case settling
        /// Over; its result never changes.
        case completed
        /// Taken back by its owner, without a result.
        case cancelled
        /// A state of a later release.
        case unknown
    }
}
