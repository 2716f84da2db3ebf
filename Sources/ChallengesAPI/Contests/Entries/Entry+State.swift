public import Wire

extension Entry {
    /// Whether an entry counts (2.3-dispute).
    public enum State: String, OpenEnum, CaseIterable {
        /// It counts, unless it lies beyond an end that came nearer since (2.3-states).
        case counted
        /// A participant queries it; it counts until it is removed.
        case queried
        /// It was found wrong and does not count.
        case removed
        /// Its owner took it back.
        case deleted
        /// A state of a later release.
        case unknown
    }
}
