import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

// Phone totals of days in a contest with a metric (2.3-totals).
extension ContestRecord {
    /// The days whose totals count now: the contest's days while it is active or settling; `nil` if
    /// there are none.
    var totalDays: ClosedRange<CivilDate>? {
        guard challenge.snapshot.metric != nil, life.state == .active || life.state == .settling,
            let days = ownDays, let first = days.first
        else { return nil }
        // A contest without an end counts up to the last day with a four-digit year.
        let last = min(days.upperBound - 1, max(first, CivilDate.lastWritten.daysSince1970))
        return CivilDate(daysSince1970: first)...CivilDate(daysSince1970: last)
    }

    /// The totals of a participant that count: only measured ones if the contest accepts only
    /// devices (2.3-sources). A day with 0 counts as a day without a total.
    func counted(_ totals: [CivilDate: HealthTotal]) -> [CivilDate: Amount] {
        totals.compactMapValues { total in
            let amount = sources == .device ? total.measured : total.amount
            return amount.flatMap { $0.millionths > 0 ? $0 : nil }
        }
    }

    /// Whether a participant's total of a day may count, now or after the contest starts or its end
    /// moves to later.
    func mayCount(totalOf day: CivilDate) -> Bool {
        guard let first = ownDays?.lowerBound else { return false }
        return first <= day.daysSince1970
    }
}

extension CivilDate {
    /// 9999-12-31, the last day with a four-digit year.
    static let lastWritten = CivilDate(daysSince1970: 2_932_896)
}

/// The entries and phone totals of a participant that count in a contest.
struct CountedParts: Hashable, Sendable {
    var items: [Tally.Item] = []
    /// Each above 0; empty if the contest has no metric.
    var totals: [CivilDate: Amount] = [:]

    /// The number of entries that count. A day with a total counts as one entry unless it has
    /// entries (2.3-totals).
    var count: Int {
        guard !totals.isEmpty else { return items.count }
        return items.count + Set(totals.keys).subtracting(items.map(\.localDay)).count
    }
}
