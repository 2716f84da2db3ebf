import ChallengesAPI
import ChallengesCore
import Identifiers
import Values

/// Computes a participant's value from entries and phone totals (2.3-aggregation, 2.3-totals),
/// their score (2.3-score), and the progress towards a goal (2.3-goal).
struct Tally: Hashable, Sendable {
    let aggregation: Contest.Aggregation
    let direction: Contest.Direction
    /// Whether participants are ranked by the percentage of their own targets.
    let isPercent: Bool
    /// Whether days are aggregated instead of entries, each with the sum of its entries or its
    /// phone total, whichever is greater: if the contest has a metric.
    let countsDays: Bool

    /// An entry that counts.
    struct Item: Hashable, Sendable {
        let id: EntryID
        /// `nil` if the contest has no unit.
        let amount: Amount?
        let occurredAt: Instant
        /// The day in its owner's time zone.
        let localDay: CivilDate
        /// When it was logged.
        let createdAt: Instant
    }

    /// The value of entries and phone totals; `nil` if there are none. A value out of range is
    /// clamped to the largest amount.
    func value(of parts: CountedParts) -> Amount? {
        parts.count == 0 ? nil : Amount(clamping: millionths(of: parts))
    }

    /// Whether the value is below 10¹² (2.3-cap).
    func fits(_ parts: CountedParts) -> Bool {
        millionths(of: parts) <= Int128(Amount.millionthsMax)
    }

    /// The score of a value: the value itself, or its percentage of a target, 0 to 100. A
    /// percentage is rounded down, so that only the target gives 100; without a target it is 0.
    func score(of value: Amount, target: Amount?) -> Amount {
        isPercent ? share(value, of: target, parts: 100) : value
    }

    /// The progress of a value towards a goal, 0 to 1, rounded down.
    func progress(of value: Amount, goal: Amount) -> Amount {
        switch direction {
        case .lower: share(goal, of: value, parts: 1)
        case .higher, .unknown: share(value, of: goal, parts: 1)
        }
    }

    /// Whether a value reaches a goal.
    func reaches(_ value: Amount, goal: Amount) -> Bool {
        switch direction {
        case .lower: value <= goal
        case .higher, .unknown: value >= goal
        }
    }

    private func millionths(of counted: CountedParts) -> Int128 {
        let parts = parts(of: counted)
        switch aggregation {
        case .sum, .unknown: return parts.reduce(0, +)
        case .max: return parts.max() ?? 0
        case .min: return parts.min() ?? 0
        case .latest: return parts.last ?? 0
        case .daysActive:
            let days = Set(counted.items.map(\.localDay)).union(counted.totals.keys)
            return Int128(days.count) * Item.one
        }
    }

    /// The amounts to aggregate, in millionths and in order of time: of entries, or of days.
    private func parts(of counted: CountedParts) -> [Int128] {
        guard countsDays else {
            return counted.items.sorted(by: Item.isEarlier).map(\.millionths)
        }
        let sums = Dictionary(grouping: counted.items, by: \.localDay).mapValues { items in
            items.reduce(0) { $0 + $1.millionths }
        }
        let totals = counted.totals.mapValues { Int128($0.millionths) }
        // The entries of a day are one source among others (2.4-source).
        return sums.merging(totals) { max($0, $1) }.sorted { $0.key < $1.key }.map(\.value)
    }

    /// `amount / whole × parts`, rounded down, at most `parts`.
    private func share(_ amount: Amount, of whole: Amount?, parts: Int128) -> Amount {
        guard let whole, whole.millionths > 0 else { return Amount(clamping: 0) }
        let all = parts * Item.one
        let share = Int128(max(amount.millionths, 0)) * all / Int128(whole.millionths)
        return Amount(clamping: min(share, all))
    }
}

extension Tally.Item {
    /// 1, in millionths.
    static let one: Int128 = 1_000_000

    /// The counted amount: 1 if the contest has no unit.
    var millionths: Int128 { amount.map { Int128($0.millionths) } ?? Self.one }

    /// Whether an entry occurred before another; at the same moment, whether it was logged before.
    fileprivate static func isEarlier(_ one: Self, than other: Self) -> Bool {
        (one.occurredAt, one.createdAt, one.id) < (other.occurredAt, other.createdAt, other.id)
    }
}

extension Tally {
    init(_ contest: ContestRecord) {
        self.init(
            aggregation: contest.aggregation,
            direction: contest.direction,
            isPercent: contest.score == .percent,
            countsDays: contest.challenge.snapshot.metric != nil
        )
    }
}

extension ParticipantRecord {
    /// The goal of the participant: their own target if the contest uses percentages, otherwise the
    /// contest's goal; `nil` if there is none.
    func goal(in contest: ContestRecord) -> Amount? {
        contest.score == .percent ? target : contest.goal
    }

    /// The participant with the totals of `parts`.
    ///
    /// `reachedAt` changes with the score. The first entry or phone total that reaches the goal
    /// completes the contest. If the goal is no longer reached, the participant is flagged; after
    /// the removal of an entry the completion is undone instead (2.3-goal).
    ///
    /// - Parameters:
    ///   - parts: The entries and phone totals that count.
    ///   - contest: The contest.
    ///   - now: The time.
    ///   - isRemoval: Whether an entry was just removed as false.
    /// - Returns: The participant.
    func counting(
        _ parts: CountedParts,
        in contest: ContestRecord,
        at now: Instant,
        isRemoval: Bool = false
    ) -> ParticipantRecord {
        let value = Tally(contest).value(of: parts)
        return standing(at: value, parts.count, in: contest, at: now, isRemoval: isRemoval)
    }

    /// The participant with one more entry and the given new value: the result equals that of
    /// `counting` with all entries.
    func standing(
        at value: Amount,
        withOneMoreIn contest: ContestRecord,
        at now: Instant
    ) -> ParticipantRecord {
        standing(at: value, entries + 1, in: contest, at: now, isRemoval: false)
    }

    private func standing(
        at value: Amount?,
        _ entries: Int,
        in contest: ContestRecord,
        at now: Instant,
        isRemoval: Bool
    ) -> ParticipantRecord {
        let tally = Tally(contest)
        var next = self
        next.entries = entries
        next.value = value
        next.score = next.value.map { tally.score(of: $0, target: target) }
        if next.score != score { next.reachedAt = next.score == nil ? nil : now }
        guard let goal = goal(in: contest) else { return next }
        if let value = next.value, tally.reaches(value, goal: goal) {
            next.completedAt = completedAt ?? now
            next.isFlagged = false
        } else if isRemoval {
            next.completedAt = nil
            next.isFlagged = false
        } else {
            next.isFlagged = completedAt != nil
        }
        return next
    }
}

extension Amount {
    /// The amount nearest to the given number of millionths.
    fileprivate init(clamping millionths: Int128) {
        let limit = Int128(Self.millionthsMax)
        let near = Int64(min(max(millionths, -limit), limit))
        guard let amount = Amount(millionths: near) else {
            preconditionFailure("the nearest amount is in range")
        }
        self = amount
    }
}
