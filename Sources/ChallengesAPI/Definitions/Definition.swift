public import Identifiers
public import Values
public import Wire

/// A text from which challenges and goals are made: a preset, a workout, or a text of a user
/// (2.1-definition). A definition with a category is a workout.
public struct Definition: Codable, Hashable, Sendable, Versioned, Limited {
    /// The definition.
    public let id: DefinitionID
    /// The author; `nil` for a preset.
    public let author: Person?
    /// The operator's name for a preset, such as `run-5-km`; `nil` for other definitions.
    public let preset: String?
    /// Its name: 1 to 80 characters; that of a preset in the viewer's language.
    public let name: String
    /// Its caption: 0 to 200 characters; empty if there is none.
    public let caption: String
    /// Its description: 0 to 2,000 characters; empty if there is none. That of a preset is in the
    /// viewer's language.
    public let description: String
    /// Its category; `nil` if it is not a workout.
    public let category: String?
    /// The unit, such as `km`; `nil` if there is none.
    public let unit: String?
    /// The amount to reach; `nil` if there is no target.
    public let target: Amount?
    /// The target time in seconds; `nil` if there is none.
    public let targetSeconds: Int?
    /// Whether only whole numbers are counted.
    public let wholeNumbers: Bool
    /// The metric that a phone measures for it; `nil` if there is none.
    public let metric: Metric?
    /// The timer to show.
    public let timer: TimerMode
    /// Whether a submission needs pictures.
    public let proof: Proof
    /// Who may see it, besides its author.
    public let visibility: Visibility
    /// Its pictures, in the author's order.
    public let photos: [Photo]
    /// The number of likes, including those that the list of likes leaves out.
    public let likeCount: Int
    /// Whether the caller likes it.
    public let likedByMe: Bool
    /// Whether it is on the caller's wishlist.
    public let wishedByMe: Bool
    /// The number of users who took it on: who accepted or started a challenge, joined a contest or
    /// created a goal that was made from it.
    public let userCount: Int
    /// How difficult users who completed it found it; `nil` until it has three ratings, unless the
    /// operator sets another number.
    public let difficulty: Difficulty?
    /// The caller's rating, 1 to 5; `nil` if there is none.
    public let myRating: Int?
    /// When it was made.
    public let createdAt: Instant
    /// When its author last changed it.
    public let changedAt: Instant
    /// The version: incremented by each change by its author, and by nothing else. A call's
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

    /// How difficult users who completed a definition found it.
    public struct Difficulty: Codable, Hashable, Sendable, Limited {
        /// The mean of the ratings, from 1 (easy) to 5 (hard), with two decimals.
        public let mean: Amount
        /// The number of ratings.
        public let count: Int

        public static let limits: FieldLimits = ["mean": .number(1...5), "count": .atLeast(1)]

        public init(mean: Amount, count: Int) {
            self.mean = mean
            self.count = count
        }
    }
}
