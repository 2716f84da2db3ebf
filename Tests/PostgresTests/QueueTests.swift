import Testing

@testable import Postgres

struct QueueTests {
    @Test func `elements leave in the order they came`() {
        var queue = Queue<Int>()
        #expect(queue.popFirst() == nil)
        for round in 0..<3 {
            for number in 0..<3_000 { queue.append(number + round) }
            #expect(queue.count == 3_000)
            for number in 0..<3_000 { #expect(queue.popFirst() == number + round) }
            #expect(queue.isEmpty)
        }
    }

    @Test func `prepended elements leave first`() {
        var queue = Queue<Int>()
        for number in 1...4 { queue.append(number) }
        _ = queue.popFirst()
        queue.prepend([10, 11])
        #expect(queue.first == 10)
        #expect(queue.count == 5)
        #expect(queue.removeAll() == [10, 11, 2, 3, 4])
        #expect(queue.isEmpty)
    }

    @Test func `the first element is changed in place`() {
        var queue = Queue<Int>()
        #expect(queue.withFirst { $0 += 1 } == nil)
        queue.append(1)
        queue.append(2)
        queue.withFirst { $0 += 10 }
        #expect(queue.removeAll() == [11, 2])
    }
}
