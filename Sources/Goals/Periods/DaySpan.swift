package import Values

/// A range of consecutive days, from the first to the last inclusive.
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

    /// Whether the range contains a day.
    package func contains(_ day: CivilDate) -> Bool { first <= day && day <= last }

    /// The range without the days after the given one; its first day always stays.
    func ending(by day: CivilDate?) -> DaySpan {
        guard let day, first <= day, day < last else { return self }
        return DaySpan(first, day)
    }
}
