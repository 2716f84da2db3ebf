public import Wire

/// Who may see an entry or a picture of a contest beside its owner (2.10-photos): no more people
/// than see the contest and, of what counts there or proves something, all who are in it.
public enum Audience: String, OpenEnum, CaseIterable {
    /// Nobody; never given to an entry, nor to a picture of one or of a completion.
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
