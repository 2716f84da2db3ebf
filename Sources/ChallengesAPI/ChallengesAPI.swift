public import Wire

/// The calls that the challenges service answers.
public enum ChallengesAPI {
    /// All of them, in the order of their numbers. Events of other services that it hears
    /// (`PersonChanged`, `RelationChanged`) are theirs, and not listed here.
    public static let calls: [any Call.Type] = [
        CreateChallenge.self,
        ListAssignments.self,
        GetAssignment.self,
        ReadAssignment.self,
        AcceptAssignment.self,
        DenyAssignment.self,
        SubmitAssignment.self,
        RetractSubmission.self,
        GiveUpAssignment.self,
        ApproveSubmission.self,
        TryAgain.self,
        RejectSubmission.self,
        WithdrawAssignment.self,
        ExcuseAssignment.self,
        VoidAssignment.self,
        PrepareDares.self,
    ]
}
