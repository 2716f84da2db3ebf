import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

// Adds one new entry to the stored value without reading the other entries. After a change, a
// deletion or a removal, all of them are read.
extension Tally {
    /// What adding an entry needs to know of the participant's other entries.
    enum AddingNeeds: Hashable, Sendable {
        case nothing
        /// Whether one of them is on the same day.
        case sameDay
        /// Whether one of them occurred later.
        case later
        /// All of them, and the phone totals.
        case everything
    }

    /// What adding an entry needs to know.
    var addingNeeds: AddingNeeds {
        if countsDays { return .everything }
        return switch aggregation {
        case .sum, .max, .min: .nothing
        case .daysActive: .sameDay
        case .latest: .later
        case .unknown: .everything
        }
    }

    /// The value with one more entry; `nil` from 10¹² on (2.3-cap). It equals the value of all
    /// entries, unless days are aggregated.
    ///
    /// - Parameters:
    ///   - item: The entry, which counts.
    ///   - value: The value of the others; `nil` if there are none.
    ///   - isCovered: Whether one of the others fulfils `addingNeeds`.
    /// - Returns: The value.
    func value(adding item: Item, to value: Amount?, isCovered: Bool) -> Amount? {
        let added = item.millionths
        guard let before = value.map({ Int128($0.millionths) }) else {
            return Amount(exactly: aggregation == .daysActive ? Item.one : added)
        }
        switch aggregation {
        case .sum, .unknown: return Amount(exactly: before + added)
        case .max: return Amount(exactly: max(before, added))
        case .min: return Amount(exactly: min(before, added))
        case .latest: return Amount(exactly: isCovered ? before : added)
        case .daysActive: return Amount(exactly: isCovered ? before : before + Item.one)
        }
    }
}

extension Tally.Item {
    /// An entry that counts.
    init(_ entry: EntryRecord) {
        self.init(
            id: entry.id,
            amount: entry.amount,
            occurredAt: entry.occurredAt,
            localDay: entry.localDay,
            createdAt: entry.createdAt
        )
    }
}

extension Amount {
    /// An amount in millionths; `nil` if it is out of range.
    fileprivate init?(exactly millionths: Int128) {
        guard let millionths = Int64(exactly: millionths) else { return nil }
        self.init(millionths: millionths)
    }
}
