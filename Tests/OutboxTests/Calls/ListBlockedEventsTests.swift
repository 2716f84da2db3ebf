import FoundationEssentials
import Identifiers
import OutboxAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Outbox

@Suite(.freshDatabase(Bank.migrations)) struct ListBlockedEventsTests {
    let outbox = BlockedOutbox()
    let ana = UserID()
    let bo = UserID()

    @Test func `nothing is listed while nothing is blocked`() async throws {
        #expect(try await list() == Page(items: []))
        _ = try await outbox.emit(ana)
        #expect(try await list() == Page(items: []))
    }

    @Test func `a blocked event is listed with all that is known of it`() async throws {
        _ = try await outbox.emit(bo)
        let number = try await outbox.block(
            ana,
            to: .media,
            attempts: 7,
            fault: WireError.unknownCall
        )
        let id = try await Database.fresh.one("SELECT id FROM outbox WHERE sequence = \(number)") {
            try $0.next(EventID.self)
        }
        let expected = BlockedEvent(
            number: number,
            event: id,
            destination: "media",
            call: Bank.Counted.id,
            key: ana.uuid,
            createdAt: BlockedOutbox.emitted,
            attempts: 7,
            fault: "wire.unknown_call",
            nextAttemptAt: BlockedOutbox.retryAt,
            waiting: 0
        )
        #expect(try await list() == Page(items: [expected]))
    }

    @Test func `an event with a failure, or a time, and not both is not blocked`() async throws {
        let failed = try await outbox.block(ana)
        let due = try await outbox.block(bo)
        try await Database.fresh.run(
            "UPDATE outbox SET next_attempt_at = NULL WHERE sequence = \(failed)"
        )
        try await Database.fresh.run("UPDATE outbox SET attempts = 0 WHERE sequence = \(due)")
        #expect(try await list().items == [])
    }

    @Test func `an event whose next attempt is due is still blocked`() async throws {
        let number = try await outbox.block(ana)
        try await Database.fresh.run("UPDATE outbox SET next_attempt_at = created_at")
        #expect(try await list().items.map(\.number) == [number])
    }

    @Test func `later events of the same key for the same service wait`() async throws {
        _ = try await outbox.emit(ana)
        let first = try await outbox.block(ana)
        let other = try await outbox.block(bo)
        _ = try await outbox.emit(ana)
        _ = try await outbox.emit(ana, to: .media)
        _ = try await outbox.emit(ana)
        let listed = try await list().items
        #expect(listed.map(\.number) == [first, other])
        #expect(listed.map(\.waiting) == [2, 0])
    }

    @Test func `pages are in the order of the numbers, and end`() async throws {
        var numbers: [Int64] = []
        for destination in [ServiceName.scoring, .media, .scoring, .challenges, .media] {
            numbers.append(try await outbox.block(UserID(), to: destination))
            _ = try await outbox.emit(UserID())
        }
        var pages: [[Int64]] = []
        var cursor: String?
        repeat {
            let page = try await list(limit: 2, cursor: cursor)
            pages.append(page.items.map(\.number))
            cursor = page.nextCursor
        } while cursor != nil
        #expect(pages == [Array(numbers[..<2]), Array(numbers[2..<4]), Array(numbers[4...])])
        #expect(try await list(limit: 5).nextCursor == nil)
        #expect(try await list(limit: 4).nextCursor != nil)
    }

    @Test func `a page has 20 events unless told otherwise`() async throws {
        for _ in 0..<21 { _ = try await outbox.block(UserID()) }
        #expect(try await list().items.count == 20)
        #expect(try await list(limit: 100).items.count == 21)
    }

    @Test func `a limit out of range is refused`() async {
        for limit in [0, 101, -1] {
            await #expect(throws: Refusal(OutboxError.limitInvalid, at: "/limit").fault) {
                try await list(limit: limit)
            }
        }
    }

    @Test func `a cursor of another list is refused`() async {
        for cursor in ["", "x", PageCursor<Int>("people").text(1)] {
            await #expect(throws: Refusal(OutboxError.cursorInvalid, at: "/cursor").fault) {
                try await list(cursor: cursor)
            }
        }
    }

    @Test func `nobody but the operator may ask`() async {
        for peer in [ServiceName.gateway, .identity, .scoring] {
            await #expect(throws: WireError.forbidden.fault) {
                try await outbox.call(ListBlockedEvents(), as: peer)
            }
        }
    }

    private func list(limit: Int? = nil, cursor: String? = nil) async throws -> Page<BlockedEvent> {
        try await outbox.call(ListBlockedEvents(limit: limit, cursor: cursor))
    }
}
