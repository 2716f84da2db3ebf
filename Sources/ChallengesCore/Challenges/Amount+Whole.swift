import Values

extension Amount {
    /// Whether the amount is a whole number.
    package var isWhole: Bool { millionths.isMultiple(of: 1_000_000) }
}
