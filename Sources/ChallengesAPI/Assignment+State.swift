public import Wire

extension Assignment {
    /// Where an assignment stands (2.2-states). Reading is no state but a time (`readAt`).
    public enum State: String, OpenEnum, CaseIterable {
        /// Not answered. Becomes accepted, denied, withdrawn, expired or void.
        case sent
        /// Being done. Becomes submitted, abandoned, expired or void.
        case accepted
        /// Waiting for the sender's verdict. Becomes done, accepted, rejected or void.
        case submitted
        /// Completed. A moderator can make it void.
        case done
        /// The recipient said no.
        case denied
        /// The sender said no for good (K-05), and may change that to done for 7 days.
        case rejected
        /// Its time ran out.
        case expired
        /// The sender took it back before it was answered.
        case withdrawn
        /// The recipient gave up.
        case abandoned
        /// It counts as if it had never been: excused by the sender, cut by a block, or undone by
        /// a moderator.
        case void
        /// A state of a later release.
        case unknown
    }
}
