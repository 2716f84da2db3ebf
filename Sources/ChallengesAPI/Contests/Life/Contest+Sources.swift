public import Wire

extension Contest {
    /// Which entries a contest takes (2.3-sources).
    public enum Sources: String, OpenEnum, CaseIterable {
        /// All.
        case any
        /// Only entries that a device measured.
        case device
        /// A value of a later release; no contest can be made with it.
        case unknown
    }
}
