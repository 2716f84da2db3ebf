public import Wire

extension Entry {
    /// An action that the viewer may take on an entry now.
    public enum Action: String, OpenEnum, CaseIterable {
        /// `ChangeEntry`.
        case change
        /// `DeleteEntry`.
        case delete
        /// `QueryEntry`; the last word of its URL.
        case query
        /// `VoteOnEntry`.
        case vote
        /// `DecideEntry`.
        case decide
        /// An action of a later release.
        case unknown
    }
}
