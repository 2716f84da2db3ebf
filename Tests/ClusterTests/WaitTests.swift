import Testing
import Transport
import Values

@testable import Cluster
@testable import Outbox

/// How long after a death points arrive. The machine's own time is measured, not tested; the waits
/// in between are ours.
struct WaitTests {
    private let pace = Delivery.Settings()

    @Test func `the waits between a death and the points add up to less than ten seconds`() {
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
        // A living process does not lose its share.
        #expect(pace.renewal * 3 < pace.lease)
    }
}
