import ChallengesCore
import Identifiers
import Values

/// An activity that was added to or removed from a user's day.
struct DayChange: Hashable, Sendable {
    let user: UserID
    let when: When
    /// 1 for an added activity, -1 for a removed one, 0 for a picture alone.
    let things: Int
    /// 1 for a picture that was submitted or logged, -1 for one that was declared void.
    let proofs: Int
    /// Whether a void or a removal as false made the change (2.7-void).
    let isVoid: Bool

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

/// The sum of the changes of a day.
struct DaySum: Hashable, Sendable {
    /// The change of the number of activities.
    var things = 0
    /// The change of the number of pictures.
    var proofs = 0
    /// Whether a void or a removal as false is among the changes.
    var isVoid = false

    /// Whether the changes cancel out.
    var isNothing: Bool { things == 0 && proofs == 0 }
}

extension [DayChange] {
    /// The change of the number of activities and pictures on each day. Days whose changes cancel
    /// out are left out.
    ///
    /// - Parameter days: The users' local days. UTC is used for a user who is missing.
    /// - Returns: The sum of the changes for each day.
    func changes(by days: [UserID: LocalDays]) -> [ActivityDay: DaySum] {
        sums(by: days).filter { !$0.value.isNothing }
    }

    /// The sum of the changes for each day, also where they cancel out.
    ///
    /// - Parameter days: The users' local days. UTC is used for a user who is missing.
    /// - Returns: The sums.
    func sums(by days: [UserID: LocalDays]) -> [ActivityDay: DaySum] {
        let utc = LocalDays(nil)
        return reduce(into: [:]) { (sums: inout [ActivityDay: DaySum], change) in
            let day =
                switch change.when {
                case .day(let day): day
                case .moment(let moment): (days[change.user] ?? utc).day(of: moment)
                }
            let key = ActivityDay(user: change.user, day: day)
            sums[key, default: DaySum()].things += change.things
            sums[key, default: DaySum()].proofs += change.proofs
            if change.isVoid { sums[key, default: DaySum()].isVoid = true }
        }
    }
}
