public import Values
public import Wire

/// An invite: a code with which a user brings others to the app, or makes them friends
/// (2.8-invites).
public struct Invite: Codable, Hashable, Sendable, Limited {
    /// The code: 16 characters, the first of which is `i`.
    public let code: String
    public static let codeLimit = TextLimit(16...16, of: TextLimit.Alphabet("a"..."z", "2"..."7"))
    /// The format of the codes of invites; 75 of a code's bits are random.
    public static let codeFormat = CodeFormat(mark: "i", length: 16)
    /// What it leads to.
    public let kind: Kind
    /// When it was made.
    public let madeAt: Instant
    /// How many users have used it.
    public let uses: Int
    /// The maximum number of uses.
    public let usesMax: Int
    public static let usesMaxLimit = 1...1_000
    /// When it expires.
    public let expiresAt: Instant
    /// When it was revoked; `nil` if it was not.
    public let revokedAt: Instant?

    public static let limits: FieldLimits = [
        "code": .text(codeLimit), "uses": .atLeast(0), "usesMax": .number(usesMaxLimit),
    ]

    public init(
        code: String,
        kind: Kind,
        madeAt: Instant,
        uses: Int,
        usesMax: Int,
        expiresAt: Instant,
        revokedAt: Instant?
    ) {
        self.code = code
        self.kind = kind
        self.madeAt = madeAt
        self.uses = uses
        self.usesMax = usesMax
        self.expiresAt = expiresAt
        self.revokedAt = revokedAt
    }

    /// What an invite leads to.
    public enum Kind: String, OpenEnum, CaseIterable {
        /// A friendship with the inviter, at once.
        case friend
        /// The app.
        case app
        /// A kind that this release does not know.
        case unknown
    }
}
