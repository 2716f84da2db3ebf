public import Wire

/// The calls that the challenges service handles.
public enum ChallengesAPI {
    /// All calls, in the order of their numbers. Events of other services that it handles
    /// (`PersonChanged`, `RelationChanged`) belong to those services and are not listed here.
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
        CreateDefinition.self,
        ListDefinitions.self,
        GetDefinition.self,
        ChangeDefinition.self,
        DeleteDefinition.self,
        ListCategories.self,
        LikeDefinition.self,
        ListLikes.self,
        WishDefinition.self,
        RateDefinition.self,
        GetChallenge.self,
        CheckChallenge.self,
        StartAssignment.self,
        CompleteAssignment.self,
        GetHome.self,
        PutPreset.self,
        PutCategory.self,
        PutUnit.self,
    ]
}
