public import Wire

/// Begins a session for each of some prepared users, without hashing a password.
///
/// Neither the call nor its reply is stored, because the reply contains secrets (2.8-secrets).
/// Refuses with `identity.too_many_people` at `/numbers` for too many, and with
/// `identity.person_unknown` at `/numbers/N`.
public struct PrepareSessions: Call, Limited {
    public static let id: CallID = 0x0148
    public static let effect = Effect.many
    public static let access = Access.operator

    /// The numbers of users that `PreparePeople` created.
    public var numbers: [Int]
    public static let numbersLimit = 0...100

    public static let limits: FieldLimits = ["numbers": .items(numbersLimit)]

    public init(numbers: [Int]) {
        self.numbers = numbers
    }

    /// The sessions.
    public struct Reply: Codable, Hashable, Sendable {
        /// One session for each number, in the requested order.
        public let sessions: [SignedIn]

        public init(sessions: [SignedIn]) {
            self.sessions = sessions
        }
    }
}
