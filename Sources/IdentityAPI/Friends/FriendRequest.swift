public import Identifiers
public import Values
public import Wire

/// A friend request.
public struct FriendRequest: Codable, Hashable, Sendable {
    /// The request's id.
    public let id: FriendRequestID
    /// The sender.
    public let from: Person
    /// The recipient.
    public let to: Person
    /// The state as the viewer sees it: for the sender, a declined request stays `requested`
    /// (2.8-silent).
    public let state: State
    /// When the request was sent.
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
        /// Open; may change to any other state.
        case requested
        /// The recipient accepted, or the two requested each other; they are friends. Final.
        case accepted
        /// The recipient declined. Final; the sender is not notified.
        case declined
        /// The sender withdrew it. Final.
        case withdrawn
        /// A state that this release does not know.
        case unknown
    }
}
