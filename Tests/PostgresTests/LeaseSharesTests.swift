import TestBasics
import Testing

@testable import Postgres

/// How leased connections are shared between background work, lists and calls.
struct LeaseSharesTests {
    @Test(arguments: [
        (1, reserved: 0, open: 1, lists: 1), (2, 1, 1, 1), (3, 1, 2, 1), (7, 1, 6, 3),
        (8, 2, 6, 3), (16, 2, 14, 7),
    ])
    func `background work has two of eight connections and more, lists half of the others`(
        count: Int,
        reserved: Int,
        open: Int,
        lists: Int
    ) {
        var shares = LeaseShares(of: count)
        #expect(shares.reserved == reserved)
        #expect(shares.openMax == open)
        #expect(shares.listsMax == lists)
        // As many lists as there may be, then calls, then background work.
        #expect(shares.fill(.list) == lists)
        #expect(shares.fill(.call) == open - lists)
        #expect(shares.fill(.list) == 0)
        #expect(shares.fill(.background) == reserved)
    }

    @Test(arguments: [1, 2, 7, 8, 16])
    func `calls may use all connections that are not reserved, and background work all`(
        count: Int
    ) {
        var shares = LeaseShares(of: count)
        #expect(shares.fill(.call) == count - shares.reserved)
        shares = LeaseShares(of: count)
        #expect(shares.fill(.background) == count)
        #expect(shares.fill(.call) == 0)
    }

    @Test func `background work beyond its reserve counts among the others`() {
        var shares = LeaseShares(of: 8)
        for _ in 0..<3 { shares.lease(.background) }
        #expect(shares.fill(.call) == 5)
        // What ends leaves room for a call.
        shares.giveBack(.background)
        #expect(shares.fill(.call) == 1)
        #expect(!shares.admits(.background))
        shares.giveBack(.call)
        #expect(shares.admits(.background))
    }

    @Test func `who has waited longest is next`() {
        var shares = LeaseShares(of: 8)
        #expect(shares.next(waiting(call: 2, list: 1)) == .list)
        #expect(shares.next(waiting(call: 1, list: 2)) == .call)
        #expect(shares.next(waiting()) == nil)
        // Background work is, while it has fewer than its reserve.
        #expect(shares.next(waiting(background: 3, call: 1, list: 2)) == .background)
        for _ in 0..<2 { shares.lease(.background) }
        #expect(shares.next(waiting(background: 3, call: 1, list: 2)) == .call)
        #expect(shares.next(waiting(background: 0, call: 1, list: 2)) == .background)
    }

    @Test func `a list that must wait lets calls pass`() {
        var shares = LeaseShares(of: 8)
        _ = shares.fill(.list)
        #expect(shares.next(waiting(list: 1)) == nil)
        #expect(shares.next(waiting(call: 2, list: 1)) == .call)
        shares.giveBack(.list)
        #expect(shares.next(waiting(call: 2, list: 1)) == .list)
    }

    @Test func `a reserved connection serves only its own use`() {
        var shares = LeaseShares(of: 8)
        _ = shares.fill(.call)
        #expect(shares.next(waiting(call: 1, list: 2)) == nil)
        #expect(shares.next(waiting(background: 3, call: 1, list: 2)) == .background)
    }

    /// Tasks that come in waves and hold their connections for a while, as in `LeasePool`.
    @Test(arguments: [1, 2, 3, 7, 8, 16])
    func `every task gets a connection in the order of those for its purpose`(count: Int) {
        var dice = Dice(seed: UInt64(count))
        var shares = LeaseShares(of: count)
        var waiting = PerPurpose<[UInt64]>([])
        var held: [LeasePurpose] = []
        var (arrived, served) = (0, 0)
        for round in UInt64(1)...20_000 {
            // More come than leave at first, then no more.
            if round < 6_000, let purpose = LeasePurpose.allCases.randomElement(using: &dice) {
                waiting[purpose].append(round)
                arrived += 1
            } else if !held.isEmpty {
                shares.giveBack(held.remove(at: .random(in: held.indices, using: &dice)))
            }
            var firsts = PerPurpose<UInt64?>(nil)
            for purpose in LeasePurpose.allCases { firsts[purpose] = waiting[purpose].first }
            while held.count < count, let purpose = shares.next(firsts) {
                shares.lease(purpose)
                held.append(purpose)
                served += 1
                waiting[purpose].removeFirst()
                firsts[purpose] = waiting[purpose].first
            }
            let lists = held.count { $0 == .list }
            let background = held.count { $0 == .background }
            #expect(lists <= shares.listsMax)
            #expect(held.count - min(background, shares.reserved) <= shares.openMax)
        }
        #expect(served == arrived)
    }

    private func waiting(
        background: UInt64? = nil,
        call: UInt64? = nil,
        list: UInt64? = nil
    ) -> PerPurpose<UInt64?> {
        var waiting = PerPurpose<UInt64?>(nil)
        waiting[.background] = background
        waiting[.call] = call
        waiting[.list] = list
        return waiting
    }
}

extension LeaseShares {
    /// Leases for one purpose as often as it is admitted; returns how often.
    fileprivate mutating func fill(_ purpose: LeasePurpose) -> Int {
        var count = 0
        while admits(purpose), count < 100 {
            lease(purpose)
            count += 1
        }
        return count
    }
}
