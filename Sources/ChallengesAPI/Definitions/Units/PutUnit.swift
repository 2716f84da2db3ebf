public import Values
public import Wire

/// Sets a unit's maximum for one entry and, for a unit of time, its length (2.3-cap, 2.6-timer).
/// Users may also use any other unit.
///
/// Refusals, all together: `challenges.unit_invalid` at `/unit`, `challenges.cap_invalid` at
/// `/cap`, `challenges.unit_seconds_invalid` at `/seconds`.
public struct PutUnit: Call, Limited {
    public static let id: CallID = 0x02C2
    public static let effect = Effect.once
    public static let access = Access.operator

    /// The unit as users write it, such as `km`: one line, without control characters, not all
    /// blank.
    public var unit: String
    public static let unitLimit = TextLimit(1...40)
    /// The maximum amount of one entry, above 0.
    public var cap: Amount
    public static let capLimit = Amount.positive
    /// The unit's length in seconds; absent for a unit that is not one of time.
    public var seconds: Int?
    public static let secondsLimit = CreateDefinition.targetSecondsLimit

    public static let limits: FieldLimits = [
        "unit": .text(unitLimit), "cap": .amount(capLimit), "seconds": .number(secondsLimit),
    ]

    public init(unit: String, cap: Amount, seconds: Int? = nil) {
        self.unit = unit
        self.cap = cap
        self.seconds = seconds
    }

    public typealias Reply = Nothing
}
