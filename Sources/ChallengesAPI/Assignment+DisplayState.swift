public import Wire

extension Assignment {
    /// The word that a viewer sees for a state (2.2-labels, K-01).
    public enum DisplayState: String, OpenEnum, CaseIterable {
        /// The recipient's word for one that is not answered, whether opened or not (CA-09).
        case unread
        /// The sender's word for one that is not answered (CA-10); the recipient's for one that
        /// waits for the verdict.
        case pending
        /// Accepted (CA-07); to the sender also one that waits for the verdict.
        case accepted
        /// Completed (CA-06).
        case done
        /// The recipient said no (CA-08).
        case denied
        /// Ended otherwise; `closedReason` says how.
        case closed
        /// A word of a later release.
        case unknown
    }
}
