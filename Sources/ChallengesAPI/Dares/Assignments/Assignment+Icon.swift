public import Wire

extension Assignment {
    /// The icon beside the label.
    public enum Icon: String, OpenEnum, CaseIterable {
        /// Yellow: the recipient has not answered.
        case exclamation
        /// Blue: waiting for the other user.
        case hourglass
        /// Green: accepted.
        case check
        /// Red: denied.
        case cross
        /// No icon, greyed out: done or closed.
        case none
        /// An icon of a later release.
        case unknown
    }
}
