public import Wire

extension Contest {
    /// The state of a contest (2.3-states).
    public enum State: String, OpenEnum, CaseIterable {
        /// Not published: only its author sees it.
        case draft
        /// Published, before its start.
        case scheduled
        /// Between its start and its end.
        case active
        /// After its end: entries for times before the end, or for its last day, may still be
        /// logged, and queries decided.
        case settling
        /// Over: its result never changes.
        case completed
        /// Cancelled by its owner; it has no result.
        case cancelled
        /// A state of a later release.
        case unknown
    }
}
