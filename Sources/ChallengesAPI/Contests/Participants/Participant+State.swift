public import Wire

extension Participant {
    /// How a person stands to a contest (2.3-participants).
    public enum State: String, OpenEnum, CaseIterable {
        /// Asked to join.
        case invited
        /// Has asked to join.
        case requested
        /// In it.
        case joined
        /// Did not want to join; may be invited again.
        case declined
        /// Had not joined by its end.
        case lapsed
        /// The owner did not let them in.
        case refused
        /// Was in it.
        case left
        /// The owner removed them; they never join again.
        case removed
        /// A state of a later release.
        case unknown
    }
}
