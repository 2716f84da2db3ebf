public import Wire

/// Who may see something, besides its author (2.10-visibility).
public enum Visibility: String, OpenEnum, CaseIterable {
    /// Nobody else.
    case `private`
    /// The author's friends.
    case friends
    /// Every signed-in user without a block with the author.
    case `public`
    /// A value of a later release; a call cannot set it.
    case unknown
}
