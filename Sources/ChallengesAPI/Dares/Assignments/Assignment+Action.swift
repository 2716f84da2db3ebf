public import Wire

extension Assignment {
    /// An action that the viewer may take on an assignment now; the raw value is the last word of
    /// its URL.
    public enum Action: String, OpenEnum, CaseIterable {
        /// `ReadAssignment`; offered until it has been read.
        case read
        /// `AcceptAssignment`.
        case accept
        /// `StartAssignment`; offered until it has been started.
        case start
        /// `DenyAssignment`.
        case deny
        /// `SubmitAssignment`.
        case submit
        /// `CompleteAssignment`.
        case complete
        /// `RetractSubmission`.
        case retract
        /// `GiveUpAssignment`.
        case giveUp = "give-up"
        /// `ApproveSubmission`.
        case approve
        /// `TryAgain`.
        case tryAgain = "try-again"
        /// `RejectSubmission`.
        case reject
        /// `WithdrawAssignment`.
        case withdraw
        /// `ExcuseAssignment`.
        case excuse
        /// An action of a later release.
        case unknown
    }
}
