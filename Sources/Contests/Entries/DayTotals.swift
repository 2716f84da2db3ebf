import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

// What phones say of people's days, where a contest has a metric (2.3-totals).
extension ContestRecord {
    /// The days whose totals count now: those of the contest, once it has begun and until its result;
    /// `nil` if there are none.
    var totalDays: ClosedRange<CivilDate>? {
        guard challenge.snapshot.metric != nil, life.state == .active || life.state == .settling,
            let days = ownDays, let first = days.first
        else { return nil }
        // Of a contest without an end, up to the last day that is written with four digits.
        let last = min(days.upperBound - 1, max(first, CivilDate.lastWritten.daysSince1970))
        return CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
    }

    /// What of a person's totals counts: only what was measured, where only devices count
    /// (2.3-sources). A day on which that is 0 is like one without a total.
    func counted(_ totals: [CivilDate: HealthTotal]) -> [CivilDate: Amount] {
        totals.compactMapValues { total in
            let amount = sources == .device ? total.measured : total.amount
            return amount.flatMap { $0.millionths > 0 ? $0 : nil }
        }
    }

    /// Whether a day's total of a person may count now, or once the contest has begun or lasts
    /// longer.
    func mayCount(totalOf day: CivilDate) -> Bool {
        guard let first = ownDays?.lowerBound else { return false }
        return first <= day.daysSince1970
    }
}

extension CivilDate {
    /// 9999-12-31, the last day that is written with four digits.
    static let lastWritten = CivilDate(daysSince1970: 2_932_896)
}

/// What counts of a person in a contest: their entries, and the totals of their days.
struct CountedParts: Hashable, Sendable {
    var items: [Tally.Item] = []
    /// Above 0; empty where the contest has no metric.
    var totals: [CivilDate: Amount] = [:]

    /// How many entries count. A day with a total is one, unless it has entries (2.3-totals).
    var count: Int {
        guard !totals.isEmpty else { return items.count }
        return items.count + Set(totals.keys).subtracting(items.map(\.localDay)).count
    }
}
