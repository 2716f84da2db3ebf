import Testing
import Values

struct BackoffTests {
    @Test(arguments: zip([-1, 0, 1, 2, 3, 4, 1_000], [0, 0, 10, 20, 35, 35, 35]))
    func `waits double up to their limit`(failures: Int, milliseconds: Int) {
        let backoff = Backoff(from: .milliseconds(10), to: .milliseconds(35))
        #expect(backoff.delay(after: failures) == .milliseconds(milliseconds))
    }

    @Test func `pauses vary between half and the whole, and start over`() {
        var backoff = Backoff(from: .milliseconds(10), to: .milliseconds(35))
        #expect(backoff.pause == .zero)
        for limit in [10, 20, 35, 35] {
            backoff.grow()
            #expect(backoff.delay == .milliseconds(limit))
            let pauses = (0..<100).map { _ in backoff.pause }
            #expect(pauses.allSatisfy { $0 >= .milliseconds(limit) / 2 })
            #expect(pauses.allSatisfy { $0 <= .milliseconds(limit) })
            #expect(Set(pauses).count > 1)
        }
        backoff.reset()
        #expect(backoff.failures == 0)
        #expect(backoff.pause == .zero)
    }

    @Test func `it never overflows`() {
        var backoff = Backoff(from: .seconds(1), to: .seconds(2))
        for _ in 0..<2_000 { backoff.grow() }
        #expect(backoff.failures == 1_000)
        #expect(backoff.delay == .seconds(2))
    }
}
