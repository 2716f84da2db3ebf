public import Wire

extension Assignment {
    /// The label that a viewer sees for a state (2.2-labels).
    public enum DisplayState: String, OpenEnum, CaseIterable {
        /// For the recipient, not answered, whether read or not.
        case unread
        /// For the sender, not answered; for the recipient, waiting for the verdict.
        case pending
        /// Accepted or started; for the sender also waiting for the verdict.
        case accepted
        /// Done or completed.
        case done
        /// The recipient declined.
        case denied
        /// Ended in another way; `closedReason` says how.
        case closed
        /// A label of a later release.
        case unknown
    }
}
