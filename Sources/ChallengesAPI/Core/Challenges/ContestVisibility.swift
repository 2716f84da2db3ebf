public import Wire

/// Who may see a contest beside those who are in it or invited (2.10-visibility).
public enum ContestVisibility: String, OpenEnum, CaseIterable {
    /// Nobody.
    case `private`
    /// The owner's friends.
    case friends
    /// Everyone who is signed in and has opened one of its codes.
    case link
    /// Everyone who is signed in, unless there is a block between them and the owner.
    case `public`
    /// A value of a later release; nothing can be made with it.
    case unknown
}
