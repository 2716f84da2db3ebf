public import Wire

/// Adds or changes a category of workouts (2.5-categories). Categories cannot be removed, because
/// workouts may use them.
///
/// Refusals, all together: `challenges.category_invalid` at `/category`, `challenges.name_invalid`
/// at `/name`, `challenges.position_invalid` at `/position`.
public struct PutCategory: Call, Limited {
    public static let id: CallID = 0x02C1
    public static let effect = Effect.once
    public static let access = Access.operator

    /// Its id, such as `endurance`.
    public var category: String
    public static let categoryLimit = TextLimit(1...40, of: .init("a"..."z", "0"..."9", "-"..."-"))
    /// Its name, as users see it: one line, without control characters, not all blank.
    public var name: String
    public static let nameLimit = TextLimit(1...80)
    /// Its position in the list. When absent, a new category comes last, and an existing one keeps
    /// its position.
    public var position: Int?
    public static let positionLimit = 1...10_000

    public static let limits: FieldLimits = [
        "category": .text(categoryLimit), "name": .text(nameLimit),
        "position": .number(positionLimit),
    ]

    public init(category: String, name: String, position: Int? = nil) {
        self.category = category
        self.name = name
        self.position = position
    }

    public typealias Reply = Nothing
}
