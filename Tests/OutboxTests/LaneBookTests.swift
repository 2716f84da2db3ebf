import FoundationEssentials
import Identifiers
import NIOCore
@testable import Outbox
import Testing
import Values
import Wire

/// What a lane remembers, without a database.
struct LaneBookTests {
    let pace = Delivery.Pace(width: 3, chain: 2, failingKeysMax: 2)
    let keys = (0..<5).map { _ in UUID.version7() }
    let start = Instant(microseconds: 1_800_000_000_000_000)

    @Test func `one chain is made for each key, in the order of the events`() {
        var book = LaneBook(pace)
        let chains = book.begin([event(1, 0), event(2, 1), event(3, 0)])
        #expect(chains.map(\.key) == [keys[0], keys[1]])
        #expect(chains.map { $0.events.map(\.sequence) } == [[1, 3], [2]])
        #expect(book.busy == [keys[0], keys[1]])
    }

    @Test func `a chain ends where its length does`() {
        var book = LaneBook(pace)
        let chains = book.begin([event(1, 0), event(2, 0), event(3, 0)])
        #expect(chains.map { $0.events.map(\.sequence) } == [[1, 2]])
    }

    @Test func `no more keys are busy than there is room for`() {
        var book = LaneBook(pace)
        let chains = book.begin((0..<5).map { event(Int64($0), $0) })
        #expect(chains.count == 3)
        #expect(!book.hasRoom(at: start))
        finish(&book, 0, acknowledged: [0])
        #expect(book.hasRoom(at: start))
        #expect(book.busy == [keys[1], keys[2]])
    }

    @Test func `a failure is looked at when it is due`() {
        var book = LaneBook(pace)
        _ = book.begin([event(1, 0)])
        fail(&book, 0, retryAt: start + .milliseconds(50))
        let rest = book.rest(from: start, atMost: .seconds(1))
        #expect(rest >= .milliseconds(50) && rest <= .milliseconds(60))
        #expect(book.rest(from: start + .milliseconds(61), atMost: .seconds(1)) == .seconds(1))
    }

    @Test func `a destination is away when many keys fail and none succeeds`() {
        var book = LaneBook(pace)
        fail(&book, 0)
        #expect(book.hasRoom(at: start))
        fail(&book, 1)
        #expect(!book.hasRoom(at: start))
        #expect(!book.hasRoom(at: start + .milliseconds(49)))
        #expect(book.hasRoom(at: start + .milliseconds(50)))
    }

    @Test func `one key alone never makes the destination away`() {
        var book = LaneBook(pace)
        for _ in 0..<10 { fail(&book, 0) }
        #expect(book.hasRoom(at: start))
    }

    @Test func `refusals show that somebody is there`() {
        var book = LaneBook(pace)
        for key in 0..<5 { fail(&book, key, WireError.malformed.fault) }
        #expect(book.hasRoom(at: start))
    }

    @Test func `an acknowledgement ends the absence`() {
        var book = LaneBook(pace)
        fail(&book, 0)
        finish(&book, 1, acknowledged: [1])
        fail(&book, 2)
        #expect(book.hasRoom(at: start))
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

    private func finish(_ book: inout LaneBook, _ key: Int, acknowledged: [Int64]) {
        book.ended.append(Chain.End(key: keys[key], acknowledged: acknowledged))
        book.settle(at: start)
    }

    private func fail(
        _ book: inout LaneBook,
        _ key: Int,
        _ fault: Fault = WireError.unavailable.fault,
        retryAt: Instant = Instant(microseconds: 1_800_000_000_050_000)
    ) {
        let failure = FailedDelivery(sequence: 1, attempts: 1, fault: fault, retryAt: retryAt)
        book.ended.append(Chain.End(key: keys[key], failure: failure))
        book.settle(at: start)
    }
}
