public import Wire

extension Entry {
    /// Whether an entry counts (2.3-dispute).
    public enum State: String, OpenEnum, CaseIterable {
        /// It counts, unless the contest's end was moved to before it (2.3-states).
        case counted
        /// A participant queries it. It counts until it is removed.
        case queried
        /// A query removed it. It does not count.
        case removed
        /// Its owner deleted it. It does not count.
        case deleted
        /// A state of a later release.
        case unknown
    }
}
