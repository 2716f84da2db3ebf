public import Wire

/// Who may see a contest, besides its participants and invitees (2.10-visibility).
public enum ContestVisibility: String, OpenEnum, CaseIterable {
    /// Nobody else.
    case `private`
    /// The owner's friends.
    case friends
    /// Every signed-in user who has opened one of its codes.
    case link
    /// Every signed-in user without a block with the owner.
    case `public`
    /// A value of a later release; a call cannot set it.
    case unknown
}
