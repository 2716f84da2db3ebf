import Values

@testable import Contests

// What is counted where nobody has totals of days.
extension Tally {
    func value(of items: [Item]) -> Amount? { value(of: CountedParts(items: items)) }

    func fits(_ items: [Item]) -> Bool { fits(CountedParts(items: items)) }
}

extension ParticipantRecord {
    func counting(
        _ items: [Tally.Item],
        in contest: ContestRecord,
        at now: Instant,
        isRemoval: Bool = false
    ) -> ParticipantRecord {
        counting(CountedParts(items: items), in: contest, at: now, isRemoval: isRemoval)
    }
}
