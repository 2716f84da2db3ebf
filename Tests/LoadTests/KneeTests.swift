import Testing

@testable import Load

struct KneeTests {
    /// A service that sustains that many steps per second; above, it responds late.
    private func search(
        bearing capacity: Double,
        first: Double = 100,
        highest: Double = 1_000_000
    ) -> KneeSearch {
        var search = KneeSearch(first: first, highest: highest)
        while let rate = search.next {
            search.note(
                .made(
                    intended: rate,
                    achieved: min(rate, capacity),
                    p99: rate > capacity ? 5 : 0.002
                )
            )
        }
        return search
    }

    @Test(arguments: [120.0, 1_000, 4_321, 99_999])
    func `the knee is just below the capacity`(capacity: Double) throws {
        let found = search(bearing: capacity)
        let knee = try #require(found.knee)
        #expect(knee.rate <= capacity)
        #expect(knee.rate >= capacity * 0.94)
        #expect(found.levels.count <= KneeSearch.levelsMax)
    }

    @Test func `the rate is raised until it is not sustained, then narrowed`() {
        let rates = search(bearing: 1_000).levels.map(\.rate)
        let raised = rates.prefix((rates.firstIndex { $0 > 1_000 } ?? 0) + 1)
        #expect(raised.elementsEqual(raised.sorted()))
        // The rate that was not sustained again, and three others.
        #expect(Set(rates.dropFirst(raised.count)).subtracting(raised).count == 3)
        #expect(rates.dropFirst(raised.count).first == raised.last)
    }

    @Test func `rates below the first are tried too`() throws {
        let found = search(bearing: 30)
        let knee = try #require(found.knee)
        #expect(knee.rate <= 30)
        #expect(knee.rate > 20)
    }

    @Test func `without a sustained rate there is no knee`() {
        let found = search(bearing: 0.000_1)
        #expect(found.knee == nil)
        #expect(found.levels.count < 20)
    }

    @Test func `a single failure does not decide`() throws {
        var search = KneeSearch(first: 100)
        var isBad = true
        while let rate = search.next {
            let isBorne = rate <= 1_000 && !isBad
            isBad = !isBad && rate < 500
            search.note(.made(intended: rate, achieved: rate, p99: isBorne ? 0.001 : 5))
        }
        let knee = try #require(search.knee)
        #expect(knee.rate > 900)
    }

    @Test func `the search ends at the highest rate`() {
        let found = search(bearing: .infinity, highest: 5_000)
        #expect(found.knee?.rate == 5_000)
    }

    @Test func `a rate that is not achieved is not sustained, however fast the responses`() {
        var search = KneeSearch(first: 100)
        search.note(.made(intended: 100, achieved: 94, p99: 0.001))
        #expect(search.knee == nil)
        search.note(.made(intended: 25, achieved: 23.8, p99: 0.001))
        #expect(search.knee?.rate == 25)
    }

    @Test func `a rate whose slowest responses are too slow is not sustained`() {
        var search = KneeSearch(first: 100, p99Max: 0.05)
        search.note(.made(intended: 100, achieved: 100, p99: 0.051))
        #expect(search.knee == nil)
    }
}

extension Measurement {
    /// A possible result of a run.
    static func made(intended: Double?, achieved: Double, p99: Double) -> Measurement {
        let latency = Latency(
            count: 1_000,
            mean: p99 / 4,
            p50: p99 / 5,
            p90: p99 / 2,
            p99: p99,
            p999: p99 * 2,
            max: p99 * 3
        )
        return Measurement(
            intendedRate: intended,
            players: 8,
            seconds: 5,
            rate: achieved,
            latency: latency,
            steps: [.init(name: "work", latency: latency)],
            failures: [:],
            points: (0..<5).map {
                .init(second: Double($0), rate: achieved, failed: 0, latency: latency)
            },
            ownShare: 0.25,
            wasStopped: false
        )
    }
}
