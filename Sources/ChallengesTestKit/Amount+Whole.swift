package import Values

extension Amount {
    /// A whole number that is in range.
    package init(whole number: Int64) {
        guard let amount = Amount(millionths: number * 1_000_000) else {
            preconditionFailure("\(number) is out of range")
        }
        self = amount
    }
}
