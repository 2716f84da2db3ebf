public import Wire

extension Entry {
    /// The source of an entry (2.4-source).
    public enum Source: String, OpenEnum, CaseIterable {
        /// A user typed it in.
        case manual
        /// A device measured it, as the client says.
        case device
        /// A timer of this service measured it.
        case timing
        /// A source of a later release; no entry can be logged with it.
        case unknown
    }
}
