public import Wire

extension Assignment {
    /// The state of an assignment (2.2-states). Having been read is not a state but a time
    /// (`readAt`).
    public enum State: String, OpenEnum, CaseIterable {
        /// Not answered. Becomes accepted, denied, withdrawn, expired or void.
        case sent
        /// In progress. Becomes submitted, abandoned, expired or void.
        case accepted
        /// Waiting for the sender's verdict. Becomes done, accepted, rejected or void.
        case submitted
        /// Completed. A moderator can make it void.
        case done
        /// The recipient declined.
        case denied
        /// The sender rejected it for good (K-05), and may change that to done for 7 days.
        case rejected
        /// Its time ran out.
        case expired
        /// The sender took it back before it was answered.
        case withdrawn
        /// The recipient gave up.
        case abandoned
        /// Counts as if it had never existed: excused by the sender, ended by a block, or undone by
        /// a moderator.
        case void
        /// A state of a later release.
        case unknown
    }
}
