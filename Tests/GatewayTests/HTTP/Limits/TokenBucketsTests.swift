import TestBasics
import Testing

@testable import Gateway

/// Token buckets, with the test's own clock.
@Suite struct TokenBucketsTests {
    private let start = ContinuousClock.now

    @Test func `a minute's requests may come at once, then evenly`() {
        let rateLimiter = TokenBuckets<String>()
        for _ in 0..<60 { #expect(rateLimiter.take(of: "ana", perMinute: 60, at: start) == nil) }
        #expect(rateLimiter.take(of: "ana", perMinute: 60, at: start) == 1)
        #expect(rateLimiter.take(of: "ana", perMinute: 60, at: start + .milliseconds(999)) == 1)
        #expect(rateLimiter.take(of: "ana", perMinute: 60, at: start + .milliseconds(1_001)) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 60, at: start + .milliseconds(1_002)) == 1)
    }

    @Test func `the wait is the time until one request is allowed`() {
        let rateLimiter = TokenBuckets<String>()
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start) == 60)
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start + .seconds(30)) == 30)
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start + .seconds(59)) == 1)
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start + .milliseconds(60_001)) == nil)
    }

    @Test func `each owner has its own bucket`() {
        let rateLimiter = TokenBuckets<String>()
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start) == nil)
        #expect(rateLimiter.take(of: "bo", perMinute: 1, at: start) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start) != nil)
    }

    @Test func `a quiet hour saves up at most one minute's requests`() {
        let rateLimiter = TokenBuckets<String>()
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: start) == nil)
        let later = start + .seconds(3_600)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: later) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: later) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: later) == 30)
    }

    @Test func `a smaller share takes effect at once`() {
        let rateLimiter = TokenBuckets<String>()
        #expect(rateLimiter.take(of: "ana", perMinute: 100, at: start) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: start) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: start) == nil)
        #expect(rateLimiter.take(of: "ana", perMinute: 2, at: start) == 30)
    }

    @Test func `full buckets are dropped, others are kept`() {
        let rateLimiter = TokenBuckets<String>()
        for name in ["ana", "bo"] {
            #expect(rateLimiter.take(of: name, perMinute: 1, at: start) == nil)
        }
        #expect(rateLimiter.take(of: "ana", perMinute: 1, at: start + .seconds(59)) == 1)
        // Buckets of both minutes: bo's is from the first, ana's was used in the second.
        #expect(rateLimiter.take(of: "cy", perMinute: 1, at: start + .seconds(60)) == nil)
        #expect(rateLimiter.count == 3)
        #expect(rateLimiter.take(of: "cy", perMinute: 1, at: start + .seconds(119)) == 1)
        #expect(rateLimiter.take(of: "dee", perMinute: 1, at: start + .seconds(120)) == nil)
        #expect(rateLimiter.count == 2)
        #expect(rateLimiter.take(of: "cy", perMinute: 1, at: start + .milliseconds(120_001)) == nil)
    }

    @Test func `buckets are bounded, and frequent owners keep theirs`() {
        let rateLimiter = TokenBuckets<Int>(bucketsMax: 10)
        #expect(rateLimiter.take(of: -1, perMinute: 1, at: start) == nil)
        for number in 0..<1_000 {
            #expect(rateLimiter.take(of: number, perMinute: 1, at: start) == nil)
            #expect(rateLimiter.count <= 10)
            #expect(rateLimiter.take(of: -1, perMinute: 1, at: start) == 60)
        }
    }
}
