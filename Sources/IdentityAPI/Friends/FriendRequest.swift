public import Identifiers
public import Values
public import Wire

/// A request of one person to become another's friend.
public struct FriendRequest: Codable, Hashable, Sendable {
    /// The request's id.
    public let id: FriendRequestID
    /// The person who asks.
    public let from: Person
    /// The person who is asked.
    public let to: Person
    /// The state as the reader sees it: for the asker a declined request stays `requested`
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

    /// The state of a request (2.8-states).
    public enum State: String, OpenEnum, CaseIterable {
        /// Not answered; may change to any other state.
        case requested
        /// The two became friends. Final.
        case accepted
        /// The person asked declined. Final; the asker is not told.
        case declined
        /// The asker withdrew it. Final.
        case withdrawn
        /// A state that this release does not know.
        case unknown
    }
}
