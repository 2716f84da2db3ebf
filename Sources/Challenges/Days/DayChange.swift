import ChallengesCore
import Identifiers
import Values

/// Something that counts on a day of a person's comes, or goes.
struct DayChange: Hashable, Sendable {
    let user: UserID
    let when: When
    /// 1, or -1.
    let things: Int

    /// A day, or a moment on it.
    enum When: Hashable, Sendable {
        case day(CivilDate)
        case moment(Instant)
    }
}

/// A person's day.
struct ActivityDay: Hashable, Sendable {
    let user: UserID
    let day: CivilDate
}

extension [DayChange] {
    /// How many things come on each day, altogether; none that stays as it is.
    ///
    /// - Parameter days: The days of the people; of whom there are none, by UTC.
    /// - Returns: The sums.
    func sums(by days: [UserID: LocalDays]) -> [ActivityDay: Int] {
        let utc = LocalDays(nil)
        let sums = reduce(into: [:]) { (sums: inout [ActivityDay: Int], change) in
            let day =
                switch change.when {
                case .day(let day): day
                case .moment(let moment): (days[change.user] ?? utc).day(of: moment)
                }
            sums[ActivityDay(user: change.user, day: day), default: 0] += change.things
        }
        return sums.filter { $0.value != 0 }
    }
}
