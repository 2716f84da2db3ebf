public import Wire

/// Accounts, sessions, friends, invites and inboxes: the calls that the identity service answers,
/// and the events that it publishes.
public enum IdentityAPI {
    /// All calls that the identity service answers.
    public static let calls: [any Call.Type] = [
        Register.self,
        SignIn.self,
        RefreshSession.self,
        SignOut.self,
        RevokeRefreshToken.self,
        GetMe.self,
        GetSettings.self,
        ChangeSettings.self,
        SetAvatar.self,
        RemoveAvatar.self,
        ChangeProfile.self,
        ChangePassword.self,
        RequestReset.self,
        ResetPassword.self,
        SendVerification.self,
        VerifyEmail.self,
        SearchPeople.self,
        GetPerson.self,
        SendFriendRequest.self,
        ListFriendRequests.self,
        AnswerFriendRequest.self,
        WithdrawFriendRequest.self,
        ListFriends.self,
        RemoveFriend.self,
        MakeInvite.self,
        ListInvites.self,
        GetInvite.self,
        RevokeInvite.self,
        AcceptInvite.self,
        ListNotices.self,
        CountNotices.self,
        SeeNotices.self,
        DismissNotice.self,
        CheckRecipients.self,
        VerifySession.self,
        WatchRevocations.self,
        ListSigningKeys.self,
        ListCards.self,
        SetModerator.self,
        AssignPassword.self,
        Republish.self,
        PreparePeople.self,
        PrepareSessions.self,
        PeopleTold.self,
        NoticesSettled.self,
        LikesCounted.self,
        SubjectRenamed.self,
    ]

    /// The events that the identity service publishes. Every service that keeps copies of users
    /// handles them.
    public static let published: [any Call.Type] = [
        PersonChanged.self,
        RelationChanged.self,
    ]
}
