public import Wire

extension Assignment {
    /// The label that a viewer sees for a state (2.2-labels, K-01).
    public enum DisplayState: String, OpenEnum, CaseIterable {
        /// The recipient's label for an unanswered one, opened or not (CA-09).
        case unread
        /// The sender's label for an unanswered one (CA-10); the recipient's for one that waits for
        /// the verdict.
        case pending
        /// Accepted (CA-07), or started; to the sender also one that waits for the verdict.
        case accepted
        /// Done (CA-06), or completed.
        case done
        /// The recipient declined (CA-08).
        case denied
        /// Ended in another way; `closedReason` says how.
        case closed
        /// A label of a later release.
        case unknown
    }
}
