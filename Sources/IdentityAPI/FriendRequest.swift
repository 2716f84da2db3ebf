public import Identifiers
public import Values
public import Wire

/// One person's wish to be another's friend.
public struct FriendRequest: Codable, Hashable, Sendable {
    /// Which request.
    public let id: FriendRequestID
    /// Who asks.
    public let from: Person
    /// Who is asked.
    public let to: Person
    /// How it stands for whoever reads it: to the asker a declined request stays `requested`
    /// (2.8-silent).
    public let state: State
    /// When it was sent.
    public let createdAt: Instant

    public init(
        id: FriendRequestID,
        from: Person,
        to: Person,
        state: State,
        createdAt: Instant
    ) {
        self.id = id
        self.from = from
        self.to = to
        self.state = state
        self.createdAt = createdAt
    }

    /// How a request stands (2.8-states).
    public enum State: String, OpenEnum, CaseIterable {
        /// Not answered; becomes any of the others.
        case requested
        /// The two became friends. Final.
        case accepted
        /// The person asked does not want to. Final; the asker is not told.
        case declined
        /// The asker took it back. Final.
        case withdrawn
        /// A state that this release does not know.
        case unknown
    }
}
