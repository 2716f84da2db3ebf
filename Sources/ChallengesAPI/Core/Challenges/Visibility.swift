public import Wire

/// Who may see something beside its author (2.10-visibility).
public enum Visibility: String, OpenEnum, CaseIterable {
    /// Nobody.
    case `private`
    /// The author's friends.
    case friends
    /// Everyone who is signed in, unless there is a block between them and the author.
    case `public`
    /// A value of a later release; nothing can be made with it.
    case unknown
}
