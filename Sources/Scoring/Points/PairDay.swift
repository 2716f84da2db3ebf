import Identifiers
import ScoringAPI
import Values

/// A pair of users and a day in UTC on which one completed challenges of the other (2.7-pair-day).
struct PairDay: Hashable, Sendable {
    let pair: Pair
    let day: CivilDate

    /// The day that contains a moment.
    init(_ pair: Pair, at moment: Instant) {
        let day = CivilDate.split(moment.microseconds, unitsADay: 86_400_000_000).date
        self.init(pair, day)
    }

    init(_ pair: Pair, _ day: CivilDate) {
        self.pair = pair
        self.day = day
    }
}

/// The order in which rows are locked.
extension PairDay: Comparable {
    static func < (left: PairDay, right: PairDay) -> Bool {
        (left.pair.one, left.pair.other, left.day.daysSince1970) < (
            right.pair.one, right.pair.other, right.day.daysSince1970
        )
    }
}

extension AssignmentDone {
    /// The pair of completer and sender, and the day of completion.
    var pairDay: PairDay { PairDay(Pair(completer, sender), at: at) }
}
