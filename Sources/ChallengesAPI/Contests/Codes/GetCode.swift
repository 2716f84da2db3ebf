public import Values
public import Wire

/// Describes the contest of a code, for anyone who has the code, signed in or not (2.3-code).
///
/// The reply says who owns the contest, its kind, its start and its end. Its name is included only
/// if the contest is public or its visibility is `link`. The reply never includes the participants
/// or their number.
///
/// Everyone gets the same reply. Refuses with `challenges.code_not_found` a code that can no longer
/// be used.
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

    /// What everyone who has the code may know of the contest.
    public struct Reply: Codable, Hashable, Sendable {
        /// `competition` or `open`.
        public let kind: ChallengeKind
        /// Its name; `nil` if only invitees, participants or the owner's friends may know it.
        public let name: String?
        /// The owner.
        public let owner: Person
        /// When it starts or started.
        public let startsAt: Instant?
        /// When it ends; `nil` if it has no end.
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
