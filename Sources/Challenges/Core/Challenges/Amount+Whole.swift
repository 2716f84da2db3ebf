import Values

extension Amount {
    /// Whether it has nothing after the decimal point.
    var isWhole: Bool { millionths.isMultiple(of: 1_000_000) }
}
