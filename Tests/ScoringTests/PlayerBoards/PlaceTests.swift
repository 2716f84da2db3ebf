import Identifiers
import Testing
import Values

@testable import Scoring

/// Consecutive players are ranked by how many are above the first of them.
struct PlaceTests {
    @Test(arguments: [
        // From the top: 1, 2, 2, 4.
        ([30, 20, 20, 10], 0, 1, [1, 2, 2, 4]),
        ([30, 30, 20, 10], 0, 2, [1, 1, 3, 4]),
        // One of the first's equals is before the part shown, another behind it.
        ([30], 5, 3, [6]),
        ([30, 20], 5, 3, [6, 9]),
        ([30, 30, 20, 20, 20, 0], 5, 3, [6, 6, 9, 9, 9, 12]),
        ([0, 0, -10], 1, 2, [2, 2, 4]),
        ([], 0, 0, []),
    ])
    func `equals share a rank and use up the next`(
        points: [Int],
        above: Int,
        equal: Int,
        ranks: [Int]
    ) {
        let players = points.map {
            Player(user: UserID(), points: $0, reachedAt: Instant(microseconds: 0))
        }
        let places = players.ranked(above: above, equal: equal)
        #expect(places.map(\.rank) == ranks)
        #expect(places.map(\.user) == players.map(\.user))
        #expect(places.map(\.points) == points)
    }
}
