public import Values
public import Wire

/// What lets the people who have it into a contest (2.3-code).
public struct ContestCode: Codable, Hashable, Sendable, Limited {
    /// The code itself, which begins with `c`: a code of a contest.
    public let code: String
    public static let codeLimit = TextLimit(16...16, of: TextLimit.Alphabet("a"..."z", "2"..."7"))
    /// Where anyone reads what it leads to, below the address of the gateway.
    public let url: String
    /// Who made it; a placeholder where there is a block between them and the caller (2.11-block).
    public let madeBy: Person
    /// When it was made.
    public let madeAt: Instant
    /// How many people it has let in.
    public let uses: Int
    /// How many it lets in at most; `nil` for any number.
    public let usesMax: Int?
    public static let usesMaxLimit = 1...10_000
    /// From when it lets nobody in.
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
