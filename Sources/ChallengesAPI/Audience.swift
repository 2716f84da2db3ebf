public import Wire

/// Who may see an entry or a picture of a contest beside its owner (2.10-photos). What the contest
/// allows is wide enough only if the contest itself is seen by as many.
public enum Audience: String, OpenEnum, CaseIterable {
    /// Nobody.
    case owner
    /// Those who are in the contest.
    case participants
    /// Also its owner's friends.
    case friends
    /// Everyone who may see the contest.
    case `public`
    /// A value of a later release; nothing can be given it.
    case unknown
}
