import ChallengesTestKit
import Identifiers
import Testing

@testable import Challenges
@testable import ChallengesCore

struct PairTests {
    @Test func `a pair is the same from either side`() {
        let (one, other) = (UserID(), UserID())
        #expect(Pair(one, other) == Pair(other, one))
        #expect(Pair(one, other).lock == Pair(other, one).lock)
        #expect(Pair(one, other).one < Pair(one, other).other)
    }

    @Test func `different pairs have different locks`() {
        let me = UserID()
        let locks = (0..<1_000).map { _ in Pair(me, UserID()).lock }
        #expect(Set(locks).count == locks.count)
    }
}
