import FoundationEssentials
import Identifiers
@testable import Outbox
import OutboxAPI
import Postgres
import RPC
import TestKit
import Testing
import Values
import Wire

/// An outbox whose events a test blocks by hand, and the calls about it.
struct BlockedOutbox {
    /// When every event is emitted.
    static let emitted = Instant(microseconds: 1_700_000_000_000_000)
    /// When a blocked event is sent again: never, in these tests.
    static let retryAt = Instant(microseconds: 4_000_000_000_000_000)

    let log = CapturedLog()

    private var board: Switchboard {
        Switchboard { OutboxCalls(of: .fresh, logger: log.logger).connect(to: &$0) }
    }

    func call<C: Call>(
        _ call: C,
        as peer: ServiceName = .operator,
        key: String? = nil
    ) async throws(Fault) -> C.Reply {
        try await board.asked(by: peer).call(call, in: CallContext(idempotencyKey: key))
    }

    /// Emits an event, and returns its number.
    func emit(
        _ account: UserID,
        _ number: Int64 = 1,
        to destination: ServiceName = .scoring
    ) async throws -> Int64 {
        try await Database.fresh.transaction { tx in
            let event = Bank.Counted(account: account, number: number)
            try tx.emit(event, to: destination, at: Self.emitted)
            return try await tx.one("SELECT max(sequence) FROM outbox") { try $0.next() }
        }
    }

    /// Emits an event and blocks it, and returns its number.
    func block(
        _ account: UserID,
        to destination: ServiceName = .scoring,
        attempts: Int = 1,
        fault: any ServiceError = Bank.Refused.nothingPaid
    ) async throws -> Int64 {
        let number = try await emit(account, to: destination)
        try await Database.fresh.transaction { tx in
            let failure = FailedDelivery(
                sequence: number,
                attempts: attempts,
                fault: fault.fault,
                retryAt: Self.retryAt
            )
            try tx.postpone([failure])
        }
        return number
    }

    /// The numbers of all events.
    func numbers() async throws -> [Int64] {
        try await Database.fresh.all("SELECT sequence FROM outbox ORDER BY sequence") {
            try $0.next()
        }
    }
}
