public import Wire

extension Contest {
    /// An action that the viewer may take on a contest now; the raw value is the last word of its
    /// URL.
    public enum Action: String, OpenEnum, CaseIterable {
        /// `ChangeContest`.
        case change
        /// `DeleteContest`.
        case delete
        /// `PublishContest`.
        case publish
        /// `EndContest`.
        case end
        /// `CancelContest`.
        case cancel
        /// `HandOverContest`.
        case handOver = "hand-over"
        /// `InviteToContest` and `MakeCode`.
        case invite
        /// `ShareContest`.
        case share
        /// `JoinContest`.
        case join
        /// `DeclineContest`.
        case decline
        /// `LeaveContest`.
        case leave
        /// `SetTarget`.
        case target
        /// `AddEntry`.
        case log
        /// `CompleteContest`.
        case complete
        /// An action of a later release.
        case unknown
    }
}
