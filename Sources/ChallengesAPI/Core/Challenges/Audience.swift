public import Wire

/// Who may see an entry or a picture of a contest, besides its owner (2.10-photos). The audience
/// cannot be wider than the contest's visibility. Entries and proofs must be visible to all
/// participants.
public enum Audience: String, OpenEnum, CaseIterable {
    /// Nobody else; refused for entries, and for pictures of entries and completions.
    case owner
    /// The contest's participants.
    case participants
    /// The participants, and the friends of its owner.
    case friends
    /// Everyone who may see the contest.
    case `public`
    /// A value of a later release; a call cannot set it.
    case unknown
}
