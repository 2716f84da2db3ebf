public import Identifiers
public import Values
public import Wire

/// A text that people reuse (2.1-definition): a preset, a workout, or what someone wrote. A
/// definition with a category is a workout (SF-17).
public struct Definition: Codable, Hashable, Sendable, Versioned, Limited {
    /// The definition.
    public let id: DefinitionID
    /// Who wrote it; `nil` for a preset.
    public let author: Person?
    /// The name under which the operator keeps a preset, such as `run-5-km`; `nil` for others.
    public let preset: String?
    /// 1 to 80 characters; of a preset in the reader's language.
    public let name: String
    /// 0 to 200 characters; empty if there is none.
    public let caption: String
    /// 0 to 2,000 characters; empty if there is none. Of a preset in the reader's language.
    public let description: String
    /// The category of a workout; `nil` for what is none.
    public let category: String?
    /// What is counted, such as `km`; `nil` if nothing is.
    public let unit: String?
    /// How much of it; `nil` if there is no target.
    public let target: Amount?
    /// The target time in seconds; `nil` if there is none.
    public let targetSeconds: Int?
    /// Whether only whole numbers are counted (CH-17).
    public let wholeNumbers: Bool
    /// What a phone measures for it; `nil` if nothing.
    public let metric: Metric?
    /// The clock that is shown.
    public let timer: TimerMode
    /// Whether a submission shows pictures.
    public let proof: Proof
    /// Who may see it beside its author.
    public let visibility: Visibility
    /// Its pictures, in the author's order.
    public let photos: [Photo]
    /// How many people like it, also those whom the list of likes leaves out.
    public let likeCount: Int
    /// Whether the caller likes it.
    public let likedByMe: Bool
    /// Whether it is on the caller's list of wishes.
    public let wishedByMe: Bool
    /// How many people have taken it on, or joined a contest that was made from it.
    public let userCount: Int
    /// How hard those find it who completed it; `nil` until three of them have rated it, or as many
    /// as the operator says.
    public let difficulty: Difficulty?
    /// The caller's own rating, 1 to 5; `nil` if there is none.
    public let myRating: Int?
    /// When it was made.
    public let createdAt: Instant
    /// When its author last changed it.
    public let changedAt: Instant
    /// Incremented by each change of its author's, and by nobody else's doing; a call's
    /// `ifVersion`, in HTTP `If-Match`, is compared with it.
    public let version: Int64

    public static let limits: FieldLimits = [
        "targetSeconds": .number(CreateDefinition.targetSecondsLimit), "likeCount": .atLeast(0),
        "userCount": .atLeast(0), "myRating": .number(1...5), "version": .atLeast(0),
    ]

    public init(
        id: DefinitionID,
        author: Person? = nil,
        preset: String? = nil,
        name: String,
        caption: String,
        description: String,
        category: String? = nil,
        unit: String? = nil,
        target: Amount? = nil,
        targetSeconds: Int? = nil,
        wholeNumbers: Bool,
        metric: Metric? = nil,
        timer: TimerMode,
        proof: Proof,
        visibility: Visibility,
        photos: [Photo],
        likeCount: Int,
        likedByMe: Bool,
        wishedByMe: Bool,
        userCount: Int,
        difficulty: Difficulty? = nil,
        myRating: Int? = nil,
        createdAt: Instant,
        changedAt: Instant,
        version: Int64
    ) {
        self.id = id
        self.author = author
        self.preset = preset
        self.name = name
        self.caption = caption
        self.description = description
        self.category = category
        self.unit = unit
        self.target = target
        self.targetSeconds = targetSeconds
        self.wholeNumbers = wholeNumbers
        self.metric = metric
        self.timer = timer
        self.proof = proof
        self.visibility = visibility
        self.photos = photos
        self.likeCount = likeCount
        self.likedByMe = likedByMe
        self.wishedByMe = wishedByMe
        self.userCount = userCount
        self.difficulty = difficulty
        self.myRating = myRating
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.version = version
    }

    /// How hard people find a definition that they completed.
    public struct Difficulty: Codable, Hashable, Sendable, Limited {
        /// The mean of their ratings, from 1, easy, to 5, hard, to two decimals.
        public let mean: Amount
        /// How many have rated it.
        public let count: Int

        public static let limits: FieldLimits = ["mean": .number(1...5), "count": .atLeast(1)]

        public init(mean: Amount, count: Int) {
            self.mean = mean
            self.count = count
        }
    }
}
