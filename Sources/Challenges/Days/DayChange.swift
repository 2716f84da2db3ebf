import ChallengesCore
import Identifiers
import Values

/// An activity that was added to or removed from a user's day.
struct DayChange: Hashable, Sendable {
    let user: UserID
    let when: When
    /// 1 for an added activity, -1 for a removed one.
    let things: Int

    /// A day, or a moment on it.
    enum When: Hashable, Sendable {
        case day(CivilDate)
        case moment(Instant)
    }
}

/// A day of a user.
struct ActivityDay: Hashable, Sendable {
    let user: UserID
    let day: CivilDate
}

extension [DayChange] {
    /// The change of the number of activities on each day. Days whose changes cancel out are
    /// left out.
    ///
    /// - Parameter days: The users' local days. UTC is used for a user who is missing.
    /// - Returns: The sum of the changes for each day.
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
