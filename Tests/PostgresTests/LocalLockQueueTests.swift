import TestBasics
import Testing

@testable import Postgres

/// Who holds one thing, and who waits for it.
struct LocalLockQueueTests {
    private static let two = LocalLock.Mode.together(atMost: 2)

    @Test func `one holds it alone, and the others follow in the order in which they came`() {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, .alone) == true)
        for ticket in 2...4 { #expect(queue.enter(ticket, .alone) == false) }
        for ticket in 2...4 { #expect(queue.leave() == [ticket]) }
        #expect(queue.leave() == [])
        #expect(queue.isUnused)
    }

    @Test func `as many hold it together as may`() {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, Self.two) == true)
        #expect(queue.enter(2, Self.two) == true)
        #expect(queue.enter(3, Self.two) == false)
        #expect(queue.enter(4, Self.two) == false)
        #expect(queue.leave() == [3])
        #expect(queue.leave() == [4])
        #expect(queue.holders == 2)
    }

    @Test func `nobody overtakes one who waits to hold it alone`() {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, Self.two) == true)
        #expect(queue.enter(2, .alone) == false)
        #expect(queue.enter(3, Self.two) == false)
        #expect(queue.tryEnter(Self.two) == false)
        #expect(queue.leave() == [2])
        #expect(queue.leave() == [3])
        #expect(queue.enter(4, Self.two) == true)
    }

    @Test func `those who waited together come in together`() {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, .alone) == true)
        for ticket in 2...4 { #expect(queue.enter(ticket, Self.two) == false) }
        #expect(queue.leave() == [2, 3])
        #expect(queue.leave() == [4])
    }

    @Test func `who stops waiting lets those behind pass`() {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, Self.two) == true)
        #expect(queue.enter(2, .alone) == false)
        #expect(queue.enter(3, Self.two) == false)
        #expect(queue.enter(4, Self.two) == false)
        #expect(queue.withdraw(2) == [3])
        #expect(queue.withdraw(2) == nil)
        #expect(queue.withdraw(1) == nil)
        #expect(queue.withdraw(4) == [])
        #expect(queue.waitingCount == 0)
    }

    @Test(arguments: [0, -1]) func `at least one may hold it`(most: Int) {
        var queue = LocalLockQueue<Int>()
        #expect(queue.enter(1, .together(atMost: most)) == true)
        #expect(queue.enter(2, .together(atMost: most)) == false)
    }

    @Test(arguments: 0..<20) func `all have their turn, never together with one alone`(
        seed: UInt64
    ) {
        var dice = Dice(seed: seed)
        var queue = LocalLockQueue<Int>()
        var holds: [Int: LocalLock.Mode] = [:]
        var (waiting, holding): ([Int], [Int]) = ([], [])
        func expectSound() {
            #expect(queue.holders == holding.count)
            #expect(queue.waitingCount == waiting.count)
            let isAlone = holding.contains { holds[$0] == .alone }
            #expect(holding.count <= (isAlone ? 1 : 3))
        }
        func admit(_ tickets: [Int]) {
            #expect(tickets == Array(waiting.prefix(tickets.count)))
            waiting.removeFirst(tickets.count)
            holding += tickets
        }
        for ticket in 0..<2_000 {
            switch Int.random(in: 0..<5, using: &dice) {
            case 0...1 where ticket < 1_500:
                let mode: LocalLock.Mode = Bool.random(using: &dice) ? .alone : .together(atMost: 3)
                holds[ticket] = mode
                if queue.enter(ticket, mode) {
                    holding.append(ticket)
                } else {
                    waiting.append(ticket)
                }
            case 2 where !waiting.isEmpty:
                let gone = waiting.remove(at: .random(in: waiting.indices, using: &dice))
                admit(queue.withdraw(gone) ?? [-1])
            default:
                guard !holding.isEmpty else { continue }
                holding.remove(at: .random(in: holding.indices, using: &dice))
                admit(queue.leave())
            }
            expectSound()
        }
        while !holding.isEmpty {
            holding.removeFirst()
            admit(queue.leave())
        }
        #expect(waiting == [])
        #expect(queue.isUnused)
    }
}
