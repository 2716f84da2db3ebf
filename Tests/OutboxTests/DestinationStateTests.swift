import FoundationEssentials
import Identifiers
import NIOCore
@testable import Outbox
import Testing
import Values
import Wire

/// The state of a worker, without a database.
struct DestinationStateTests {
    let settings = Delivery.Settings(width: 3, batch: 2, failingKeysMax: 2)
    let keys = (0..<5).map { _ in UUID.version7() }
    let start = Instant(microseconds: 1_800_000_000_000_000)

    @Test func `one batch is made for each key, in the order of the events`() {
        var state = DestinationState(settings)
        let batches = state.begin([event(1, 0), event(2, 1), event(3, 0)])
        #expect(batches.map(\.key) == [keys[0], keys[1]])
        #expect(batches.map { $0.events.map(\.sequence) } == [[1, 3], [2]])
        #expect(state.busy == [keys[0], keys[1]])
    }

    @Test func `a batch ends at its maximum length`() {
        var state = DestinationState(settings)
        let batches = state.begin([event(1, 0), event(2, 0), event(3, 0)])
        #expect(batches.map { $0.events.map(\.sequence) } == [[1, 2]])
    }

    @Test func `no more keys are busy than allowed`() {
        var state = DestinationState(settings)
        let batches = state.begin((0..<5).map { event(Int64($0), $0) })
        #expect(batches.count == 3)
        #expect(!state.hasRoom(at: start))
        finish(&state, 0, acknowledged: [0])
        #expect(state.hasRoom(at: start))
        #expect(state.busy == [keys[1], keys[2]])
    }

    @Test func `a failure is retried when due`() {
        var state = DestinationState(settings)
        _ = state.begin([event(1, 0)])
        fail(&state, 0, retryAt: start + .milliseconds(50))
        let rest = state.rest(from: start, atMost: .seconds(1))
        #expect(rest >= .milliseconds(50) && rest <= .milliseconds(60))
        #expect(state.rest(from: start + .milliseconds(61), atMost: .seconds(1)) == .seconds(1))
    }

    @Test func `a destination is unavailable when many keys fail and none succeeds`() {
        var state = DestinationState(settings)
        fail(&state, 0)
        #expect(state.hasRoom(at: start))
        fail(&state, 1)
        #expect(!state.hasRoom(at: start))
        #expect(!state.hasRoom(at: start + .milliseconds(49)))
        #expect(state.hasRoom(at: start + .milliseconds(50)))
    }

    @Test func `a single key never makes the destination unavailable`() {
        var state = DestinationState(settings)
        for _ in 0..<10 { fail(&state, 0) }
        #expect(state.hasRoom(at: start))
    }

    @Test func `refusals show that the destination is up`() {
        var state = DestinationState(settings)
        for key in 0..<5 { fail(&state, key, WireError.malformed.fault) }
        #expect(state.hasRoom(at: start))
    }

    @Test func `an acknowledgement makes the destination available again`() {
        var state = DestinationState(settings)
        fail(&state, 0)
        finish(&state, 1, acknowledged: [1])
        fail(&state, 2)
        #expect(state.hasRoom(at: start))
    }

    @Test(arguments: zip([1, 2, 3, 4, 5, 6, 1_000], [50, 100, 200, 400, 800, 1_000, 1_000]))
    func `pauses double up to a second`(failures: Int, milliseconds: Int) {
        #expect(Backoff.delivery.delay(after: failures) == .milliseconds(milliseconds))
    }

    private func event(_ sequence: Int64, _ key: Int) -> QueuedEvent {
        QueuedEvent(
            sequence: sequence,
            id: EventID(),
            key: keys[key],
            partition: 0,
            call: 0x0F70,
            body: ByteBuffer(),
            attempts: 0
        )
    }

    private func finish(_ state: inout DestinationState, _ key: Int, acknowledged: [Int64]) {
        state.ended.append(KeyBatch.End(key: keys[key], acknowledged: acknowledged))
        state.settle(at: start)
    }

    private func fail(
        _ state: inout DestinationState,
        _ key: Int,
        _ fault: Fault = WireError.unavailable.fault,
        retryAt: Instant = Instant(microseconds: 1_800_000_000_050_000)
    ) {
        let failure = FailedDelivery(sequence: 1, attempts: 1, fault: fault, retryAt: retryAt)
        state.ended.append(KeyBatch.End(key: keys[key], failure: failure))
        state.settle(at: start)
    }
}
