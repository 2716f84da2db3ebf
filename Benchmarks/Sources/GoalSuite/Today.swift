import Foundation

/// The day on which the suite began, in UTC, the time zone of all its people.
struct Today: Sendable {
    private let began = Date()

    /// The day, such as `2026-03-01`.
    var day: String { day(after: 0) }

    /// A later day.
    func day(after days: Int) -> String {
        let later = began.addingTimeInterval(TimeInterval(days) * 86_400)
        return later.formatted(.iso8601.year().month().day())
    }

    /// A total of the day as the body of a request.
    ///
    /// - Parameters:
    ///   - amount: The total.
    ///   - number: Up to 200,000; a total with a greater number was observed later.
    /// - Returns: The JSON.
    func total(_ amount: Int, number: Int) -> String {
        // A different whole second for each number, never ahead of the service's clock.
        let observed = began.addingTimeInterval(TimeInterval(number - 200_000))
        let time = observed.formatted(.iso8601)
        return #"{"amount":\#(amount),"source":"phone","observedAt":"\#(time)"}"#
    }
}
