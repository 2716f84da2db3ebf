public import Values

/// What everyone who has a code may know of what it leads to: a contest, or the person who invites.
public struct CodePreview: Codable, Hashable, Sendable {
    /// What the code leads to.
    public let kind: Kind
    /// The contest's name; `nil` if only invitees, participants or the owner's friends may know it.
    public let name: String?
    /// The contest's owner.
    public let owner: Person?
    /// When the contest starts or started.
    public let startsAt: Instant?
    /// When the contest ends; `nil` if it has no end.
    public let endsAt: Instant?
    /// Who invites, if the code is an invite.
    public let inviter: Person?

    /// The preview of a contest.
    public init(
        contest kind: Kind,
        name: String?,
        owner: Person,
        startsAt: Instant?,
        endsAt: Instant?
    ) {
        self.kind = kind
        self.name = name
        self.owner = owner
        self.startsAt = startsAt
        self.endsAt = endsAt
        inviter = nil
    }

    /// The preview of an invite.
    public init(invite kind: Kind, by inviter: Person) {
        self.kind = kind
        self.inviter = inviter
        (name, owner, startsAt, endsAt) = (nil, nil, nil, nil)
    }

    /// What a code leads to.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// A contest whose participants are ranked.
        case competition
        /// A contest without ranks.
        case open
        /// A friendship with the inviter.
        case friend
        /// The app, to which the inviter invites.
        case app
        /// A kind that this release does not know.
        case unknown
    }
}
