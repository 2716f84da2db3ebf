import Identifiers
import Logging
import NIOCore
import Outbox
import Postgres
import RPC
import ServiceLifecycle
import Synchronization
import TestKit
import Testing
import Values
import Wire

/// Rule 2.14-between-services: the loop between the two services.
@Suite(.freshDatabase(Bank.migrations)) struct DeliveryTests {
    let ana = UserID()
    let bo = UserID()

    private var bank: Bank { Bank(database: .fresh) }

    @Test func `concurrent transactions of a key arrive in the order of their commits`()
        async throws
    {
        let accounts = (0..<5).map { _ in UserID() }
        try await running([delivery(to: bank.listener)]) {
            try await countUp(accounts, times: 20)
            try await allHeard(accounts, 20)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `on a bad network everything takes effect once and in order`(seed: UInt64) async throws {
        let accounts = (0..<4).map { _ in UserID() }
        let line = FaultyCaller(bank.listener, seed: seed)
        try await running([delivery(to: line)]) {
            try await countUp(accounts, times: 10)
            try await allHeard(accounts, 10)
        }
    }

    @Test func `after a lost reply the event is sent again under the same id`() async throws {
        let ids = Mutex<[String?]>([])
        let listener = Switchboard {
            $0.on { [bank] (event: Bank.Counted, context) in
                ids.withLock { $0.append(context.idempotencyKey) }
                #expect(context.priority == .background)
                return try await bank.hear(event, in: context)
            }
        }
        let line = FirstReplyLost(listener)
        try await running([delivery(to: line)]) {
            try await bank.count(ana)
            try await nothingLeft()
        }
        let seen = ids.withLock { $0 }
        #expect(seen.count == 2)
        #expect(Set(seen).count == 1)
        #expect(try await Database.fresh.heard(of: ana) == [1])
    }

    @Test func `a refused event blocks its own key only, and is then sent in order`() async throws {
        let isRefusing = Mutex(true)
        let tries = Mutex(0)
        let listener = Switchboard {
            $0.on { [bank, ana] (event: Bank.Counted, context) in
                if event.account == ana, isRefusing.withLock({ $0 }) {
                    tries.withLock { $0 += 1 }
                    throw Bank.Refused.nothingPaid
                }
                return try await bank.hear(event, in: context)
            }
        }
        try await running([delivery(to: listener)]) {
            try await countUp([ana, bo], times: 3)
            try await eventually("Bo's events pass Ana's") {
                try await Database.fresh.heard(of: bo) == [1, 2, 3]
            }
            try await eventually("Ana's first is tried again") { tries.withLock { $0 } >= 3 }
            #expect(try await Database.fresh.heard(of: ana) == [])
            #expect(try await Database.fresh.eventsLeft() == 3)
            isRefusing.withLock { $0 = false }
            try await allHeard([ana], 3)
        }
    }

    @Test func `an unknown event waits until the destination knows it`() async throws {
        let current = Mutex<Switchboard>(Switchboard { _ in })
        let line = Redirected { current.withLock { $0 } }
        try await running([delivery(to: line)]) {
            try await bank.count(ana)
            try await eventually("it was tried") {
                try await Database.fresh.first("SELECT last_fault FROM outbox") { row in
                    try row.next(String?.self)
                } == WireError.unknownCall.rawValue
            }
            current.withLock { [bank] in $0 = bank.listener }
            try await allHeard([ana], 1)
        }
    }

    @Test func `an event that hangs blocks its own key only`() async throws {
        let gate = Gate()
        let listener = Switchboard {
            $0.on { [bank, ana] (event: Bank.Counted, context) in
                if event.account == ana { await gate.pass() }
                return try await bank.hear(event, in: context)
            }
        }
        try await running([delivery(to: listener)]) {
            try await bank.count(ana)
            try await eventually("Ana's event hangs") { gate.arrivals == 1 }
            try await countUp([ana, bo], times: 2)
            try await eventually("Bo's events pass Ana's") {
                try await Database.fresh.heard(of: bo) == [1, 2]
            }
            #expect(gate.arrivals == 1)
            gate.open()
            try await allHeard([ana], 3)
        }
    }

    @Test func `two replicas share the work, and nothing takes effect twice`() async throws {
        let accounts = (0..<6).map { _ in UserID() }
        try await withReplica { replica in
            let loops = [
                delivery(to: FaultyCaller(bank.listener, seed: 4)),
                delivery(of: replica, to: FaultyCaller(bank.listener, seed: 5)),
            ]
            try await running(loops) {
                try await countUp(accounts, times: 10)
                try await allHeard(accounts, 10)
            }
        }
    }

    @Test func `only one replica at a time holds a partition`() async throws {
        try await withReplica { replica in
            try await running([
                delivery(to: bank.listener), delivery(of: replica, to: bank.listener),
            ]) {
                try await eventually("all are held") { try await leasesHeld() == 16 }
                let holders = try await Database.fresh.all(
                    "SELECT DISTINCT holder::text FROM outbox_leases"
                ) { row in try row.next(String.self) }
                #expect((1...2).contains(holders.count))
            }
        }
    }

    @Test func `another replica takes over from a dead one`() async throws {
        let settings = Delivery.Settings()
        #expect(settings.lease + settings.renewal < .seconds(3))
        try await withReplica { replica in
            try await running([delivery(of: replica, to: bank.listener)]) {
                try await eventually("the first holds all") { try await leasesHeld() == 16 }
                try await running([delivery(to: bank.listener)]) {
                    await replica.close()
                    let accounts = (0..<40).map { _ in UserID() }
                    try await countUp(accounts, times: 1)
                    try await allHeard(accounts, 1)
                }
            }
        }
    }

    @Test func `a lease ends within two seconds by the database's clock`() async throws {
        try await running([delivery(to: bank.listener)]) {
            try await eventually("all are held") { try await leasesHeld() == 16 }
            let isShort = try await Database.fresh.one(
                "SELECT max(expires_at) <= clock_timestamp() + interval '2 s' FROM outbox_leases"
            ) { row in try row.next(Bool.self) }
            #expect(isShort)
        }
    }

    @Test func `a commit wakes the loop of its own process`() async throws {
        let loop = delivery(to: bank.listener, settings: Delivery.Settings(poll: .hours(1)))
        try await running([loop]) {
            try await bank.count(ana)
            try await allHeard([ana], 1)
            try await bank.count(ana)
            try await allHeard([ana], 2)
        }
    }

    @Test func `a notification wakes the replica that holds the partition`() async throws {
        let settings = Delivery.Settings(poll: .hours(1))
        try await withReplica { replica in
            try await running([delivery(of: replica, to: bank.listener, settings: settings)]) {
                try await eventually("the first holds all") { try await leasesHeld() == 16 }
                try await running([delivery(to: bank.listener, settings: settings)]) {
                    try await countUp([ana, bo], times: 3)
                    try await allHeard([ana, bo], 3)
                }
            }
        }
    }

    @Test func `a shutdown finishes what is under way and releases the leases`() async throws {
        let gate = Gate()
        let listener = Switchboard {
            $0.on { [bank] (event: Bank.Counted, context) in
                await gate.pass()
                return try await bank.hear(event, in: context)
            }
        }
        let group = ServiceGroup(services: [delivery(to: listener)], logger: .quiet)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            try await countUp([ana], times: 2)
            try await eventually("a delivery is under way") { gate.arrivals == 1 }
            await group.triggerGracefulShutdown()
            gate.open()
            try await tasks.waitForAll()
        }
        #expect(try await Database.fresh.heard(of: ana) == [1])
        #expect(try await Database.fresh.eventsLeft() == 1)
        #expect(try await leasesHeld() == 0)
    }

    @Test func `a cancelled loop releases its leases`() async throws {
        let settings = Delivery.Settings(lease: .hours(1), renewal: .hours(1))
        try await running([delivery(to: bank.listener, settings: settings)]) {
            try await eventually("all are held") { try await leasesHeld() == 16 }
        }
        #expect(try await leasesHeld() == 0)
        try await running([delivery(to: bank.listener)]) {
            try await bank.count(ana)
            try await allHeard([ana], 1)
        }
    }

    @Test func `a destination without a caller keeps its events`() async throws {
        try await running([delivery(to: bank.listener)]) {
            try await bank.count(ana, to: .media)
            try await bank.count(bo)
            try await allHeard([bo], 1, left: 1)
        }
    }

    private func delivery(
        of database: Database = .fresh,
        to caller: any Caller,
        settings: Delivery.Settings = Delivery.Settings()
    ) -> Delivery {
        Delivery(of: database, to: [.scoring: caller], settings: settings, logger: .quiet)
    }

    /// Increments every account's count, ten transactions at a time.
    private func countUp(_ accounts: [UserID], times: Int) async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<times {
                for account in accounts {
                    group.addTask { [bank] in try await bank.count(account) }
                }
            }
            try await group.waitForAll()
        }
    }

    private func allHeard(_ accounts: [UserID], _ count: Int64, left: Int = 0) async throws {
        try await eventually("everything is acknowledged") {
            try await Database.fresh.eventsLeft() == left
        }
        for account in accounts {
            #expect(try await Database.fresh.heard(of: account) == Array(1...count))
        }
    }

    private func nothingLeft() async throws {
        try await allHeard([], 0)
    }

    private func leasesHeld() async throws -> Int {
        try await Database.fresh.one(
            "SELECT count(*) FROM outbox_leases WHERE expires_at > clock_timestamp()"
        ) { row in try row.next() }
    }
}

/// Loses the very first reply.
private final class FirstReplyLost: Caller {
    let target: any Caller
    let isFirst = Mutex(true)

    init(_ target: any Caller) {
        self.target = target
    }

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        let reply = try await target.deliver(id, effect: effect, body: body, in: context)
        let isLost = isFirst.withLock { isFirst in
            defer { isFirst = false }
            return isFirst
        }
        if isLost { throw WireError.expired.fault }
        return reply
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await target.open(call, in: context)
    }
}

/// Calls the current receiver.
private struct Redirected: Caller {
    let target: @Sendable () -> any Caller

    func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        try await target().deliver(id, effect: effect, body: body, in: context)
    }

    func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        try await target().open(call, in: context)
    }
}
