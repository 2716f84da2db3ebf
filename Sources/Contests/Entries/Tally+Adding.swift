import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

// The effect of one new entry, added to the stored value without reading the other entries. A
// change, a deletion and a removal recount all of them.
extension Tally {
    /// What has to be known of a person's other entries to add one to what they amount to.
    enum AddingNeeds: Hashable, Sendable {
        case nothing
        /// Whether one of them is of the same day.
        case sameDay
        /// Whether one of them occurred later.
        case later
        /// All of them, and the totals of days.
        case everything
    }

    /// What has to be known to add an entry.
    var addingNeeds: AddingNeeds {
        if countsDays { return .everything }
        return switch aggregation {
        case .sum, .max, .min: .nothing
        case .daysActive: .sameDay
        case .latest: .later
        case .unknown: .everything
        }
    }

    /// What a person's entries amount to with one more; `nil` from 10¹² on (2.3-cap). It is the same
    /// as what all of them come to, where days are not what is aggregated.
    ///
    /// - Parameters:
    ///   - item: The entry, which counts.
    ///   - value: What the others amount to; `nil` if there are none.
    ///   - isCovered: Whether one of the others is what `addingNeeds` asks for.
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
