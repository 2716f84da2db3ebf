import Identifiers
import Testing

struct PairTests {
    @Test func `the order of two users does not change their pair`() {
        let (ana, bo) = (UserID(), UserID())
        let pair = Pair(ana, bo)
        #expect(pair == Pair(bo, ana))
        #expect(pair.one < pair.other)
        #expect(Set([pair.one, pair.other]) == [ana, bo])
    }

    @Test func `each is the other's partner`() {
        let (ana, bo) = (UserID(), UserID())
        #expect(Pair(ana, bo).partner(of: ana) == bo)
        #expect(Pair(bo, ana).partner(of: bo) == ana)
    }
}
