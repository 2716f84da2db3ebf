public import Values
public import Wire

/// A code that invites the users who open it to a contest (2.3-code).
public struct ContestCode: Codable, Hashable, Sendable, Limited {
    /// The code: 16 characters, the first of which is `c`.
    public let code: String
    public static let codeLimit = TextLimit(16...16, of: TextLimit.Alphabet("a"..."z", "2"..."7"))
    /// The format of the codes of contests; 75 of a code's bits are random.
    public static let format = CodeFormat(mark: "c", length: 16)
    /// The path, at the gateway, where anyone can look the code up.
    public let url: String
    /// The user who made it; a placeholder if there is a block between them and the caller
    /// (2.11-block).
    public let madeBy: Person
    /// When it was made.
    public let madeAt: Instant
    /// How often it was used.
    public let uses: Int
    /// The maximum number of uses; `nil` for no maximum.
    public let usesMax: Int?
    public static let usesMaxLimit = 1...10_000
    /// When it expires.
    public let expiresAt: Instant

    public static let limits: FieldLimits = [
        "code": .text(codeLimit), "uses": .atLeast(0), "usesMax": .number(usesMaxLimit),
    ]

    public init(
        code: String,
        url: String,
        madeBy: Person,
        madeAt: Instant,
        uses: Int,
        usesMax: Int?,
        expiresAt: Instant
    ) {
        self.code = code
        self.url = url
        self.madeBy = madeBy
        self.madeAt = madeAt
        self.uses = uses
        self.usesMax = usesMax
        self.expiresAt = expiresAt
    }
}
