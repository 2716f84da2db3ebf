import Values

extension Amount {
    /// Whether it has nothing after the decimal point.
    package var isWhole: Bool { millionths.isMultiple(of: 1_000_000) }
}
