import Testing
import Transport
import Values

@testable import Cluster
@testable import Outbox

/// How long after a death points arrive. What a machine needs is its own affair, and measured, not
/// tested; the waits that stand between are ours.
struct WaitTests {
    private let pace = Delivery.Settings()

    @Test func `the waits between a death and the points are less than ten seconds together`() {
        let waits = [
            // The process is started again,
            Backoff.restart.first,
            // found by those who ask it,
            TransportTiming.standard.longestPause,
            // takes over what the dead one held,
            pace.lease + pace.renewal,
            // and what was not delivered is delivered again.
            Backoff.delivery.limit, pace.poll,
        ]
        #expect(waits.reduce(.zero, +) < .seconds(10))
    }

    @Test func `a dead process' share of the outbox is taken over within three seconds`() {
        #expect(pace.lease + pace.renewal <= .seconds(3))
        // It is not lost to somebody who lives.
        #expect(pace.renewal * 3 < pace.lease)
    }
}
