package import Values

/// Successive days, the first and the last included.
package struct DaySpan: Hashable, Sendable {
    package let first: CivilDate
    package let last: CivilDate

    /// - Parameters:
    ///   - first: The first day.
    ///   - last: The last day, which is not before the first.
    package init(_ first: CivilDate, _ last: CivilDate) {
        precondition(first <= last, "a span ends after it begins")
        self.first = first
        self.last = last
    }

    /// Whether a day is one of them.
    package func contains(_ day: CivilDate) -> Bool { first <= day && day <= last }

    /// The same days, but none after a last one; only its last day is changed.
    func ending(by day: CivilDate?) -> DaySpan {
        guard let day, first <= day, day < last else { return self }
        return DaySpan(first, day)
    }
}
