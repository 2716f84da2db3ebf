public import Wire

extension Assignment {
    /// The sign beside the word (CA-11, K-02).
    public enum Icon: String, OpenEnum, CaseIterable {
        /// Yellow, for what the recipient has not answered.
        case exclamation
        /// Blue, for what waits for somebody else.
        case hourglass
        /// Green, for what was accepted.
        case check
        /// Red, for what was denied.
        case cross
        /// No sign, and grey: done, or closed.
        case none
        /// A sign of a later release.
        case unknown
    }
}
