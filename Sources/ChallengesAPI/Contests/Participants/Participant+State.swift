public import Wire

extension Participant {
    /// The state of a user in a contest (2.3-participants).
    public enum State: String, OpenEnum, CaseIterable {
        /// Invited, and has not answered.
        case invited
        /// Asked to join, and waits for the owner's answer.
        case requested
        /// Participates.
        case joined
        /// Declined an invitation or withdrew a join request; can be invited again.
        case declined
        /// The invitation or join request ended without an answer: with the contest, or because the
        /// invitation was withdrawn.
        case lapsed
        /// The owner refused the join request.
        case refused
        /// Left the contest.
        case left
        /// The owner removed them; they can never join again.
        case removed
        /// A state of a later release.
        case unknown
    }
}
