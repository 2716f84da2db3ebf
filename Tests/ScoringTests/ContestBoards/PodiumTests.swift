import Identifiers
import Testing

@testable import Scoring

/// Who loses one of the first three ranks to others (2.13-podium).
struct PodiumTests {
    private let people = (0..<20).map { _ in UserID() }
    /// The last of the people left while the contest settles.
    private var gone: UserID? { people.last }

    /// A board of the first people with these scores, higher ones better, as far as it is looked
    /// at.
    private func podium(_ scores: [Int]) -> Podium {
        let leaders = zip(people, scores).map { user, score in
            Podium.Leader(user: user, place: -score, isJoined: user != gone)
        }
        return Podium(leaders: Array(leaders.sorted { $0.place < $1.place }.prefix(Podium.size)))
    }

    /// The numbers of those who lose a rank when scores become others, each with the rank.
    private func losers(_ before: [Int], _ after: [Int]) -> [Int: Int] {
        let changed = people.indices.filter { index in
            (index < before.count ? before[index] : nil)
                != (index < after.count ? after[index] : nil)
        }
        let lost = podium(before).losers(
            by: podium(after),
            changed: Set(changed.map { people[$0] })
        )
        return Dictionary(
            uniqueKeysWithValues: lost.map { (people.firstIndex(of: $0.user) ?? -1, $0.rank) }
        )
    }

    @Test func `who is passed loses the rank`() {
        #expect(losers([5, 4], [5, 6]) == [0: 1])
        #expect(losers([5, 4, 3, 2], [5, 4, 3, 6]) == [0: 1, 1: 2, 2: 3])
        #expect(losers([5, 4, 3, 2], [5, 4, 3, 4]) == [2: 3])
        #expect(losers([5, 5, 3], [5, 5, 9]) == [0: 1, 1: 1])
    }

    @Test func `who comes in above is no exception`() {
        #expect(losers([5], [5, 6]) == [0: 1])
    }

    @Test func `who is met but not passed loses nothing`() {
        #expect(losers([5, 4], [5, 5]) == [:])
        #expect(losers([5, 4, 3, 2], [5, 4, 3, 3]) == [:])
        #expect(losers([], [5]) == [:])
    }

    @Test func `the fourth loses nothing`() {
        #expect(losers([5, 4, 3, 2, 1], [5, 4, 3, 2, 2]) == [:])
        #expect(losers([5, 4, 3, 2, 1], [5, 4, 3, 2, 3]) == [:])
        #expect(losers([5, 4, 4, 4, 4, 1], [5, 4, 4, 4, 4, 5]) == [1: 2, 2: 2, 3: 2, 4: 2])
        #expect(losers([5, 4, 4, 2, 1], [5, 4, 4, 2, 3]) == [:])
    }

    @Test func `who falls by a change of their own was not passed`() {
        #expect(losers([5, 4], [3, 4]) == [:])
        #expect(losers([5, 4], [3, 6]) == [:])
        #expect(losers([5, 4, 3], [1, 4, 6]) == [:])
        #expect(losers([5, 4, 3, 2], [1, 4, 6, 7]) == [1: 2])
    }

    @Test func `who came to a better place and was passed all the same loses the rank`() {
        #expect(losers([5, 4, 3], [6, 8, 3]) == [0: 1])
        #expect(losers([5, 4, 3], [6, 8, 7]) == [0: 1])
        #expect(losers([5, 4, 3, 2], [5, 6, 4, 7]) == [0: 1, 2: 3])
    }

    @Test func `who moves up loses nothing`() {
        #expect(losers([5, 4, 3], [1, 4, 3]) == [:])
    }

    @Test func `who left keeps the place, and is told nothing`() {
        let scores = Array(repeating: 1, count: 17) + [3, 5, 8]
        var later = scores
        later[0] = 9
        #expect(losers(scores, later) == [18: 2, 17: 3])
    }

    @Test func `of ten who share a rank all are told, of eleven nobody`() {
        let ten = Array(repeating: 3, count: 10)
        let all = Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, 1) })
        #expect(losers(ten + [1], ten + [4]) == all)
        let eleven = ten + [3]
        #expect(losers(eleven + [1], eleven + [4]) == [:])
    }

    @Test func `the first is told, however many share the second rank`() {
        let many = [5] + Array(repeating: 3, count: 15)
        #expect(losers(many + [1], many + [6]) == [0: 1])
    }

    @Test func `only who is among the best, or comes there, may change the podium`() {
        let podium = podium(Array((3...20).reversed()))
        let (first, last) = (people[0], people[Podium.size - 1])
        let (next, other) = (people[Podium.size], people[Podium.size + 1])
        // The places of the best are from -20 to -10.
        #expect(!podium.mayChange(by: [next: -9, other: nil]))
        #expect(podium.mayChange(by: [next: -10]))
        #expect(podium.mayChange(by: [other: -9, next: -21]))
        #expect(podium.mayChange(by: [first: -1]))
        #expect(podium.mayChange(by: [last: nil]))
    }

    @Test func `where there are few, everyone may change the podium`() {
        #expect(podium([5, 4, 3]).mayChange(by: [people[3]: -1]))
        #expect(podium([]).mayChange(by: [people[0]: nil]))
    }

    @Test func `who shares a rank is not behind it, however many do`() {
        let podium = podium([5, 4, 4, 2])
        #expect(!podium.isBehind(1, at: -5))
        #expect(podium.isBehind(1, at: -4))
        #expect(!podium.isBehind(2, at: -4))
        #expect(podium.isBehind(3, at: -2))
        let many = self.podium(Array(repeating: 3, count: 15))
        #expect(!many.isBehind(1, at: -3))
        #expect(many.isBehind(3, at: -2))
    }
}
