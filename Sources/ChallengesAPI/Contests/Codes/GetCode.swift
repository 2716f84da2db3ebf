public import Values
public import Wire

/// Where a code leads to, for anyone who has it, with an account or without (2.3-code).
///
/// Tells who invites, to what kind of contest, and when it is. Tells its name only if it is public
/// or meant for those who have a code, and never who else is in it, nor how many.
///
/// Everyone gets the same answer, whether or not they are signed in. Refuses with
/// `challenges.code_not_found` a code that lets nobody in.
public struct GetCode: Call, Limited {
    public static let id: CallID = 0x0245
    public static let effect = Effect.none
    public static let access = Access.anyone

    /// The code.
    public var code: String

    public static let limits: FieldLimits = ["code": .text(ContestCode.codeLimit)]

    public init(code: String) {
        self.code = code
    }

    /// What anyone may know of a contest whose code they have.
    public struct Reply: Codable, Hashable, Sendable {
        /// `competition` or `open`.
        public let kind: ChallengeKind
        /// Its name; `nil` if only those who are let in, or friends of the owner, may know it.
        public let name: String?
        /// Whose it is.
        public let owner: Person
        /// When it begins, or began.
        public let startsAt: Instant?
        /// When it ends; `nil` if it never does.
        public let endsAt: Instant?

        public init(
            kind: ChallengeKind,
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
        }
    }
}
