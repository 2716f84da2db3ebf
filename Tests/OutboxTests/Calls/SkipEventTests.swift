import Logging
import FoundationEssentials
import Identifiers
import Logging
import OutboxAPI
import Postgres
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

@testable import Outbox

@Suite(.freshDatabase(Bank.migrations)) struct SkipEventTests {
    let outbox = BlockedOutbox()
    let ana = UserID()
    let bo = UserID()

    private var bank: Bank { Bank(database: .fresh) }

    @Test func `a blocked event is deleted, alone, and returned as it was listed`() async throws {
        let number = try await outbox.block(ana, attempts: 3)
        let other = try await outbox.block(bo)
        let later = try await outbox.emit(ana)
        let listed = try await outbox.call(ListBlockedEvents()).items
        #expect(listed.map(\.waiting) == [1, 0])
        #expect(try await skip(number) == listed[0])
        #expect(try await outbox.numbers() == [other, later])
    }

    @Test func `an unknown number is refused, and nothing is changed`() async throws {
        let number = try await outbox.block(ana)
        for unknown in [number - 1, number + 1, 0, -1, .max] {
            await #expect(throws: Refusal(OutboxError.eventUnknown, at: "/number").fault) {
                try await skip(unknown)
            }
        }
        #expect(try await outbox.numbers() == [number])
        #expect(outbox.log.lines.isEmpty)
    }

    @Test func `an event that is not blocked is refused, and nothing is changed`() async throws {
        let fresh = try await outbox.emit(ana)
        let failed = try await outbox.block(ana)
        let due = try await outbox.block(bo)
        let behind = try await outbox.emit(bo)
        try await Database.fresh.run(
            "UPDATE outbox SET next_attempt_at = NULL WHERE sequence = \(failed)"
        )
        try await Database.fresh.run("UPDATE outbox SET attempts = 0 WHERE sequence = \(due)")
        for number in [fresh, failed, due, behind] {
            await #expect(throws: Refusal(OutboxError.eventNotBlocked, at: "/number").fault) {
                try await skip(number)
            }
        }
        #expect(try await outbox.numbers() == [fresh, failed, due, behind])
        #expect(outbox.log.lines.isEmpty)
    }

    @Test func `skipped again it is unknown, under the same key it is the same answer`()
        async throws
    {
        let number = try await outbox.block(ana)
        let skipped = try await skip(number, key: "once")
        #expect(try await skip(number, key: "once") == skipped)
        await #expect(throws: Refusal(OutboxError.eventUnknown, at: "/number").fault) {
            try await skip(number, key: "twice")
        }
        #expect(outbox.log.lines.count == 1)
    }

    @Test func `of several at once one succeeds, and the others find nothing`() async throws {
        let number = try await outbox.block(ana)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for _ in 0..<8 {
                group.addTask { [outbox] in
                    do throws(Fault) {
                        _ = try await outbox.call(SkipEvent(number: number))
                        return "skipped"
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == "skipped" } == 1)
        #expect(outcomes.count { $0 == OutboxError.eventUnknown.rawValue } == 7)
        #expect(outbox.log.lines.count == 1)
    }

    @Test func `skipping waits for a delivery being recorded, and then sees what is left`()
        async throws
    {
        let accepted = try await outbox.block(ana)
        let refused = try await outbox.block(bo)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await Database.fresh.transaction { tx in
                    try tx.remove([accepted], to: .scoring)
                    try await tx.run(
                        "UPDATE outbox SET attempts = 0 WHERE sequence = \(refused)"
                    )
                    await gate.pass()
                }
            }
            try await eventually("the rows are held") { gate.arrivals == 1 }
            for (number, error) in [
                (accepted, OutboxError.eventUnknown), (refused, .eventNotBlocked),
            ] {
                group.addTask {
                    await #expect(throws: Refusal(error, at: "/number").fault) {
                        try await skip(number)
                    }
                }
            }
            try await eventually("both wait") {
                try await Database.fresh.one(
                    """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE datname = current_database() AND wait_event_type = 'Lock'
                    """,
                    .point
                ) { try $0.next(Int.self) } == 2
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(try await outbox.numbers() == [refused])
    }

    @Test func `the next event of the key leaves at once`() async throws {
        let number = try await outbox.block(ana)
        _ = try await outbox.emit(ana, 2)
        _ = try await outbox.emit(ana, 3)
        // Nothing but the skipping wakes the loop.
        try await running([delivery(to: bank.listener, poll: .hours(1))]) {
            try await bank.count(bo)
            try await eventually("the loop has been round") {
                try await Database.fresh.heard(of: bo) == [1]
            }
            #expect(try await Database.fresh.heard(of: ana) == [])
            _ = try await skip(number)
            try await eventually("the next ones arrive") {
                try await Database.fresh.eventsLeft() == 0
            }
            #expect(try await Database.fresh.heard(of: ana) == [2, 3])
        }
    }

    @Test func `an event that is refused is skipped, and the next ones arrive`() async throws {
        let listener = Switchboard {
            $0.on { [bank] (event: Bank.Counted, context) in
                if event.number == 1 { throw Bank.Refused.nothingPaid }
                return try await bank.hear(event, in: context)
            }
        }
        try await running([delivery(to: listener)]) {
            for _ in 1...3 { try await bank.count(ana) }
            var blocked: [BlockedEvent] = []
            try await eventually("it is listed") {
                blocked = try await outbox.call(ListBlockedEvents()).items
                return blocked.first.map { $0.attempts >= 2 } ?? false
            }
            #expect(blocked.map(\.fault) == ["bank.nothing_paid"])
            #expect(blocked.map(\.waiting) == [2])
            _ = try await skip(try #require(blocked.first).number)
            try await eventually("the next ones arrive") {
                try await Database.fresh.eventsLeft() == 0
            }
        }
        #expect(try await Database.fresh.heard(of: ana) == [2, 3])
        #expect(try await outbox.call(ListBlockedEvents()).items == [])
    }

    @Test(arguments: [true, false])
    func `an attempt under way may end as it likes`(isAccepted: Bool) async throws {
        let gate = Gate()
        let listener = Switchboard {
            $0.on { [bank] (event: Bank.Counted, context) in
                if event.number == 1 {
                    await gate.pass()
                    if !isAccepted { throw Bank.Refused.nothingPaid }
                }
                return try await bank.hear(event, in: context)
            }
        }
        let number = try await outbox.block(ana)
        try await Database.fresh.run("UPDATE outbox SET next_attempt_at = created_at")
        _ = try await outbox.emit(ana, 2)
        try await running([delivery(to: listener)]) {
            try await eventually("the attempt is under way") { gate.arrivals == 1 }
            _ = try await skip(number)
            gate.open()
            try await eventually("the next one arrives") {
                try await Database.fresh.eventsLeft() == 0
            }
        }
        #expect(gate.arrivals == 1)
        #expect(try await Database.fresh.heard(of: ana) == (isAccepted ? [1, 2] : [2]))
    }

    @Test func `a line of the log says what was skipped, and not what it said`() async throws {
        let number = try await outbox.block(ana, fault: WireError.unknownCall)
        let skipped = try await skip(number)
        let line = try #require(outbox.log.lines.first)
        #expect(outbox.log.lines.count == 1)
        #expect(line.level == .notice)
        #expect(line.message == "An operator skipped an event.")
        #expect(line.metadata["trace"]?.isEmpty == false)
        #expect(
            line.metadata.filter { $0.key != "trace" } == [
                "number": "\(number)", "event": "\(skipped.event)", "call": "0x0f70",
                "destination": "scoring", "key": "\(ana)", "fault": "wire.unknown_call",
            ]
        )
    }

    @Test func `nobody but the operator may skip`() async throws {
        let number = try await outbox.block(ana)
        for peer in [ServiceName.gateway, .identity, .scoring] {
            await #expect(throws: WireError.forbidden.fault) {
                try await outbox.call(SkipEvent(number: number), as: peer)
            }
            #expect(try await outbox.numbers() == [number])
        }
    }

    private func skip(_ number: Int64, key: String? = nil) async throws -> BlockedEvent {
        try await outbox.call(SkipEvent(number: number), key: key)
    }

    private func delivery(to caller: any Caller, poll: Duration = .seconds(1)) -> Delivery {
        Delivery(
            of: .fresh,
            to: [.scoring: caller],
            settings: Delivery.Settings(poll: poll),
            logger: .quiet
        )
    }
}
