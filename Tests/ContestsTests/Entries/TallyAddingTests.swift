import ChallengesAPI
import ChallengesTestKit
import Identifiers
import TestBasics
import TestKit
import Testing
import Values

@testable import ChallengesCore
@testable import Contests

/// A new entry makes a person stand as all of their entries do, without a look at these.
struct TallyAddingTests {
    private static let first = CivilDate(daysSince1970: 19_676)
    static let known = Contest.Aggregation.allCases.filter { $0 != .unknown }

    /// What is ranked, and which way.
    struct Ranking: Sendable {
        let direction: Contest.Direction
        let score: Contest.Score

        static let all = [
            Ranking(direction: .higher, score: .raw), Ranking(direction: .lower, score: .raw),
            Ranking(direction: .higher, score: .percent),
        ]

        var isPercent: Bool { score == .percent }
    }

    private static func item(
        _ millionths: Int64,
        minute: Int,
        logged: Int,
        id: EntryID = EntryID()
    ) -> Tally.Item {
        let midnight = Instant(microseconds: first.daysSince1970 * 86_400_000_000)
        return Tally.Item(
            id: id,
            amount: Amount(millionths: millionths),
            occurredAt: midnight + .minutes(minute),
            localDay: CivilDate(daysSince1970: first.daysSince1970 + Int64(minute / 1_440)),
            createdAt: midnight + .minutes(logged)
        )
    }

    private static func person(target: Amount?) -> ParticipantRecord {
        ParticipantRecord(
            challenge: ChallengeID(),
            user: UserID(),
            state: .joined,
            joinedAt: ContestRecord.startsAt,
            target: target,
            version: 7
        )
    }

    /// Whether one of the others is what has to be known, by a look at all of them.
    private static func isCovered(
        _ item: Tally.Item,
        by others: [Tally.Item],
        _ tally: Tally
    ) -> Bool {
        switch tally.addingNeeds {
        case .nothing, .everything: false
        case .sameDay: others.contains { $0.localDay == item.localDay }
        case .later:
            others.contains { other in
                (other.occurredAt, other.createdAt, other.id)
                    > (item.occurredAt, item.createdAt, item.id)
            }
        }
    }

    @Test(arguments: known, Ranking.all)
    func `after each of many entries a person stands as all of them make them stand`(
        aggregation: Contest.Aggregation,
        ranking: Ranking
    ) {
        let seed = Seed.value
        var dice = Dice(seed: seed)
        let contest = ContestRecord.ofEntries(
            goal: ranking.isPercent ? nil : .of("30"),
            aggregation: aggregation,
            direction: ranking.direction,
            score: ranking.score
        )
        let tally = Tally(contest)
        for round in 0..<Effort.scaled(20) {
            var person = Self.person(target: ranking.isPercent ? .of("70") : nil)
            var items: [Tally.Item] = []
            for step in 0..<40 {
                let now = Self.first.midnight + .days(9) + .minutes(step)
                let place = "seed \(seed), round \(round), step \(step)"
                if Int.random(in: 0..<5, using: &dice) == 0, !items.isEmpty {
                    // A change, a deletion or a removal is counted anew.
                    items.remove(at: Int.random(in: 0..<items.count, using: &dice))
                    let isRemoval = Bool.random(using: &dice)
                    person = person.counting(items, in: contest, at: now, isRemoval: isRemoval)
                    continue
                }
                // Few moments, so that several are the same.
                let item = Self.item(
                    Int64.random(in: 1...20_000_000, using: &dice),
                    minute: Int.random(in: 0..<10, using: &dice) * 600,
                    logged: Int.random(in: 0..<3, using: &dice)
                )
                let isCovered = Self.isCovered(item, by: items, tally)
                items.append(item)
                let value = tally.value(adding: item, to: person.value, isCovered: isCovered)
                #expect(value == tally.value(of: items), "\(place)")
                guard let value else { return }
                let all = person.counting(items, in: contest, at: now)
                person = person.standing(at: value, withOneMoreIn: contest, at: now)
                #expect(person == all, "\(place)")
            }
        }
    }

    @Test(arguments: known)
    func `what comes to a million million does not fit, as where all are counted`(
        aggregation: Contest.Aggregation
    ) {
        let tally = Tally(.ofEntries(aggregation: aggregation))
        let most = Amount.millionthsMax
        for (first, second) in [
            (most, 1), (most - 1, 1), (most - 1, 2), (1, most), (most, most), (1, 1),
        ] {
            let before = Self.item(first, minute: 0, logged: 0)
            let item = Self.item(second, minute: 1, logged: 1)
            let isCovered = Self.isCovered(item, by: [before], tally)
            let value = tally.value(
                adding: item,
                to: tally.value(of: [before]),
                isCovered: isCovered
            )
            let fits = tally.fits([before, item])
            #expect(fits == (aggregation != .sum || first + second <= most))
            #expect(value == (fits ? tally.value(of: [before, item]) : nil))
        }
        // A sum that was out of range before is kept as the greatest amount.
        if aggregation == .sum {
            let item = Self.item(1, minute: 0, logged: 0)
            let kept = Amount(millionths: most)
            #expect(tally.value(adding: item, to: kept, isCovered: false) == nil)
        }
    }

    @Test func `where nothing is counted each entry is one`() {
        let item = Tally.Item(
            id: EntryID(),
            amount: nil,
            occurredAt: Self.first.midnight,
            localDay: Self.first,
            createdAt: Self.first.midnight
        )
        let tally = Tally(.ofEntries(unit: nil))
        #expect(tally.value(adding: item, to: nil, isCovered: false) == .of("1"))
        #expect(tally.value(adding: item, to: .of("4"), isCovered: false) == .of("5"))
    }

    @Test func `where days are aggregated, or in a way of a later release, all are looked at`() {
        for aggregation in Contest.Aggregation.allCases {
            let daily = Tally(.ofEntries(metric: .steps, aggregation: aggregation))
            #expect(daily.addingNeeds == .everything)
        }
        #expect(Tally(.ofEntries(aggregation: .unknown)).addingNeeds == .everything)
        let needs = [Contest.Aggregation.sum, .max, .min, .daysActive, .latest].map {
            Tally(.ofEntries(aggregation: $0)).addingNeeds
        }
        #expect(needs == [.nothing, .nothing, .nothing, .sameDay, .later])
    }
}

extension CivilDate {
    fileprivate var midnight: Instant { Instant(microseconds: daysSince1970 * 86_400_000_000) }
}
