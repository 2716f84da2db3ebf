public import Wire

/// Who sees a user's new competition, unless the user says otherwise when creating it.
public enum CompetitionVisibility: String, OpenEnum, CaseIterable {
    /// Those who are invited.
    case `private`
    /// Also the user's friends.
    case friends
    /// Everyone who has a code.
    case link
    /// Everyone.
    case `public`
    /// A visibility that this release does not know; it is refused.
    case unknown
}
