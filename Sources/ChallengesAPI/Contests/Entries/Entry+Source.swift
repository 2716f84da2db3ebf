public import Wire

extension Entry {
    /// Where an entry comes from (2.4-source).
    public enum Source: String, OpenEnum, CaseIterable {
        /// A person typed it in.
        case manual
        /// A device measured it, as the client says.
        case device
        /// A timer of this service measured it.
        case timing
        /// A source of a later release; nothing can be logged with it.
        case unknown
    }
}
