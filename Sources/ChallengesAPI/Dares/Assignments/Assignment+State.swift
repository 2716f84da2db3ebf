public import Wire

extension Assignment {
    /// The state of an assignment (2.2-states, 2.5-states). Having been read is a time (`readAt`),
    /// not a state.
    public enum State: String, OpenEnum, CaseIterable {
        /// Not answered. Becomes accepted, denied, withdrawn, expired or void; a workout started or
        /// missed instead of accepted or expired.
        case sent
        /// A dare in progress. Becomes submitted, abandoned, expired or void.
        case accepted
        /// A workout in progress. Becomes completed or, if it requires proof, submitted; otherwise
        /// missed, abandoned or void.
        case started
        /// Waiting for the sender's verdict. Becomes done, accepted, rejected or void; a workout
        /// completed, started, missed, rejected or void.
        case submitted
        /// A dare that was done. A moderator can make it void.
        case done
        /// A workout that was completed, in time or late. A moderator can make it void.
        case completed
        /// A workout whose deadline passed. It can still be completed for 7 days, without points.
        case missed
        /// The recipient declined.
        case denied
        /// The sender rejected it for good; the sender can still approve it for 7 days.
        case rejected
        /// A dare that was not answered or not submitted in time.
        case expired
        /// The sender withdrew it before it was answered.
        case withdrawn
        /// The recipient gave up.
        case abandoned
        /// Does not count: excused by the sender, ended by a block, or voided by a moderator.
        case void
        /// A state of a later release.
        case unknown
    }
}
