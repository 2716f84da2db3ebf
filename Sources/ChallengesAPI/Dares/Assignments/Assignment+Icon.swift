public import Wire

extension Assignment {
    /// The icon beside the label (CA-11, K-02).
    public enum Icon: String, OpenEnum, CaseIterable {
        /// Yellow, for what the recipient has not answered.
        case exclamation
        /// Blue, for what waits for another person.
        case hourglass
        /// Green, for what was accepted.
        case check
        /// Red, for what was denied.
        case cross
        /// No icon, and grey: done, or closed.
        case none
        /// An icon of a later release.
        case unknown
    }
}
