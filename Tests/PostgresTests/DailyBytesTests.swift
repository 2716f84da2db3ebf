import FoundationEssentials
import Testing
import Values

@testable import Postgres

/// How many bytes were stored for a user on a day.
@Suite struct DailyBytesTests {
    private let bytes = DailyBytes()
    private let user = UUID()
    private let midnight = Instant(microseconds: 86_400_000_000 * 20_000)

    private func take(_ count: Int, of user: UUID? = nil, at moment: Instant) -> Bool {
        bytes.take(count, of: user ?? self.user, upTo: 100, at: moment)
    }

    @Test func `up to the limit they are counted, and not one byte beyond`() {
        #expect(take(60, at: midnight))
        #expect(!take(41, at: midnight))
        #expect(take(40, at: midnight))
        #expect(take(0, at: midnight))
        #expect(!take(1, at: midnight))
    }

    @Test func `one user's bytes are not another's`() {
        for _ in 0..<20 { #expect(take(100, of: UUID(), at: midnight)) }
        #expect(take(100, at: midnight))
    }

    @Test func `each day in UTC begins with none, whatever the clock does within it`() {
        #expect(take(100, at: midnight))
        #expect(!take(1, at: midnight + .hours(24) - .microseconds(1)))
        #expect(take(100, at: midnight + .hours(24)))
        #expect(!take(1, at: midnight))
        #expect(!take(1, at: midnight + .hours(24)))
    }

    @Test func `many users never make a count too low`() {
        for _ in 0..<20_000 { _ = take(10, of: UUID(), at: midnight) }
        var total = 0
        while take(1, at: midnight) { total += 1 }
        #expect(total <= 100)
    }
}
