import ScoringAPI
import Values
import Wire

/// A month or a week in UTC whose points are counted separately (2.7-windows).
struct Window: Hashable, Sendable {
    let length: Length
    let startsOn: CivilDate

    /// The length of a window.
    enum Length: String, Sendable {
        case month
        /// Monday to Sunday, as in ISO 8601.
        case week
    }
}

extension Window {
    /// The window of this length that contains a moment.
    init(_ length: Length, at moment: Instant) {
        let day = CivilDate.split(moment.microseconds, unitsADay: Self.microsecondsADay).date
        let passed =
            switch length {
            case .month: day.day - 1
            case .week: Int64((day.weekday + 6) % 7)
            }
        self.init(
            length: length,
            startsOn: CivilDate(daysSince1970: day.daysSince1970 - passed)
        )
    }

    /// The window of a span at a moment; `nil` for all time.
    ///
    /// - Throws: `scoring.span_unknown`.
    static func window(
        of span: ScoreSpan?,
        at moment: Instant
    ) throws(ScoringError) -> Window? {
        switch span {
        case .all, nil: nil
        case .month: Window(.month, at: moment)
        case .week: Window(.week, at: moment)
        case .unknown: throw .spanUnknown
        }
    }

    /// The window's first moment.
    var start: Instant {
        Instant(microseconds: startsOn.daysSince1970 * Self.microsecondsADay)
    }

    private static let microsecondsADay: Int64 = 86_400_000_000
}

extension Window: CustomStringConvertible {
    /// The window's length and first day: `week/2026-03-02`.
    var description: String { "\(length.rawValue)/\(startsOn)" }
}

extension FieldProblems<ScoringError> {
    /// Checks the `span` of a call.
    ///
    /// - Returns: The window, or an inner `nil` for all time; an outer `nil` if the span is not
    ///   known.
    mutating func window(of span: ScoreSpan?, at moment: Instant) -> Window?? {
        check("/span") { () throws(ScoringError) -> Window? in
            try Window.window(of: span, at: moment)
        }
    }
}
