public import Wire

/// Begins a session for each of some prepared people, without the work of a password hash.
///
/// Neither the call nor its reply is stored, because the reply contains secrets (2.8-secrets).
/// Refuses with `identity.too_many_people` at `/numbers` for more than 100, and with
/// `identity.person_unknown` at `/numbers/N`.
public struct PrepareSessions: Call {
    public static let id: CallID = 0x0148
    public static let effect = Effect.many
    public static let access = Access.operator

    /// Numbers of people that `PreparePeople` made, at most 100.
    public var numbers: [Int]

    public init(numbers: [Int]) {
        self.numbers = numbers
    }

    /// The sessions.
    public struct Reply: Codable, Hashable, Sendable {
        /// One for each number, in the requested order.
        public let sessions: [SignedIn]

        public init(sessions: [SignedIn]) {
            self.sessions = sessions
        }
    }
}
