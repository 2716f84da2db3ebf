import ChallengesAPI
import HTTPTypes
import HummingbirdTesting
import Identifiers
import IdentityAPI
import RPC
import Synchronization
import TestKit
import Testing
import Values
import Wire

@testable import Gateway

/// How many calls a user and an address have under way to one service (2.14-calls).
@Suite struct CallSlotsTests {
    private let client = CallClient(user: UserID(), address: IPAddress(v4: 0xC000_0201))

    private func slots(
        user: Int = 8,
        address: Int = 64,
        patience: Duration = .seconds(300)
    ) -> CallSlots {
        var limits = ClientLimits()
        #expect(limits.callsPerUser == 8 && limits.callsPerAddress == 64)
        (limits.callsPerUser, limits.callsPerAddress) = (user, address)
        return CallSlots(to: .challenges, limits, patience: patience)
    }

    /// Makes a call that ends once the gate is open.
    private func call(
        _ slots: CallSlots,
        _ client: CallClient,
        _ gate: Gate,
        until deadline: ContinuousClock.Instant? = nil,
        isThere: @escaping @Sendable () -> Bool = { true }
    ) async throws {
        try await slots.withSlot(of: client, until: deadline, isThere: isThere) {
            await gate.pass()
        }
    }

    private func expectRefusal(_ error: (any Error)?) throws {
        let refusal = try #require(error as? any Faultable).fault
        #expect(refusal.code == "gateway.requests_exhausted")
        #expect(refusal.retryAfterSeconds == 1)
    }

    @Test func `the 65th call of an address waits, even for another user`() async throws {
        let slots = slots()
        let (gate, open) = (Gate(), Gate())
        open.open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<65 {
                let user = CallClient(user: UserID(), address: client.address)
                group.addTask { try await call(slots, user, gate) }
            }
            try await eventually("one waits") { slots.waitingCount == 1 }
            try await eventually("64 are under way") { gate.arrivals == 64 }
            let other = CallClient(user: client.user, address: IPAddress(v4: 1))
            try await call(slots, other, open)
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.arrivals == 65)
        #expect(slots.ownersCount == 0)
    }

    @Test func `who waits too long is refused, and takes no slot`() async throws {
        let slots = slots(user: 1, patience: .milliseconds(1))
        let gate = Gate()
        async let first: Void = call(slots, client, gate)
        try await eventually("the first is under way") { gate.arrivals == 1 }
        let error = await #expect(throws: (any Error).self) {
            try await call(slots, client, gate)
        }
        try expectRefusal(error)
        #expect(slots.waitingCount == 0)
        gate.open()
        try await first
        #expect(slots.ownersCount == 0)
        try await call(slots, client, gate)
        #expect(gate.arrivals == 2)
    }

    @Test func `nobody waits beyond the call's deadline`() async throws {
        let slots = slots(user: 1)
        let gate = Gate()
        async let first: Void = call(slots, client, gate)
        try await eventually("the first is under way") { gate.arrivals == 1 }
        for deadline in [ContinuousClock.now - .seconds(1), .now + .milliseconds(1)] {
            let error = await #expect(throws: (any Error).self) {
                try await call(slots, client, gate, until: deadline)
            }
            try expectRefusal(error)
        }
        gate.open()
        try await first
    }

    @Test func `a call that is cancelled stops waiting`() async throws {
        let slots = slots(user: 1)
        let gate = Gate()
        async let first: Void = call(slots, client, gate)
        try await eventually("the first is under way") { gate.arrivals == 1 }
        let second = Task { try await call(slots, client, gate) }
        try await eventually("the second waits") { slots.waitingCount == 1 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(slots.waitingCount == 0)
        gate.open()
        try await first
        #expect(gate.arrivals == 1)
    }

    @Test func `a client that went away is passed over`() async throws {
        let slots = slots(user: 1)
        let (gate, other) = (Gate(), Gate())
        async let first: Void = call(slots, client, gate)
        try await eventually("the first is under way") { gate.arrivals == 1 }
        let gone = Task { try await call(slots, client, other) { false } }
        try await eventually("one waits") { slots.waitingCount == 1 }
        async let last: Void = call(slots, client, gate)
        try await eventually("two wait") { slots.waitingCount == 2 }
        gate.open()
        try await first
        try await last
        await #expect(throws: (any Error).self) { try await gone.value }
        #expect(other.arrivals == 0)
        #expect(gate.arrivals == 2)
        #expect(slots.ownersCount == 0)
    }

    @Test func `a call that fails gives its slot back`() async throws {
        let slots = slots(user: 1)
        for _ in 0..<3 {
            await #expect(throws: WireError.self) {
                try await slots.withSlot(of: client, until: nil, isThere: { true }) {
                    throw WireError.unavailable
                }
            }
        }
        #expect(slots.ownersCount == 0)
    }

    @Test func `clients without counted calls have no limit`() async throws {
        let slots = slots(user: 1, address: 1)
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { try await call(slots, CallClient(), gate) } }
            try await eventually("all are under way") { gate.arrivals == 5 }
            gate.open()
            try await group.waitForAll()
        }
    }

    @Test func `at the end of many calls at once, every slot is given back`() async throws {
        let slots = slots(user: 3, address: 5)
        let present = Present()
        let users = (0..<4).map { _ in UserID() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                let client = CallClient(user: users[index % 4], address: client.address)
                group.addTask {
                    try await slots.withSlot(of: client, until: nil, isThere: { true }) {
                        present.add(1)
                        for _ in 0..<10 { await Task.yield() }
                        present.add(-1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(present.most <= 5)
        #expect(slots.ownersCount == 0)
        #expect(slots.waitingCount == 0)
    }

    // MARK: Over HTTP

    /// A gateway whose challengesd answers Ana once the gate is open, and everyone else at once.
    private func gateway(_ house: House, _ gate: Gate) -> Gateway {
        house.gateway(
            identity: { $0.answer(ListFriends.self, with: Page(items: []), noting: house.asked) },
            challenges: {
                $0.on { (call: ListWishes, context: CallContext) in
                    house.asked.note(call, context)
                    if context.user == house.ana { await gate.pass() }
                    return Page<WishedItem>(items: [])
                }
            }
        )
    }

    @Test
    func `a user's call beyond the limit waits until one ends, and other users' calls do not`()
        async throws
    {
        var house = House()
        house.requests.callsPerUser = 2
        let (shared, gate) = (house, Gate())
        let gateway = gateway(shared, gate)
        let other = try await shared.tokens.token(UserID(), SessionID())
        try await gateway.test(.ahc(), token: shared.token()) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<3 {
                    group.addTask { try await client.ask(.get, "/v1/me/wishes").status }
                }
                try await eventually("one waits") { gateway.challenges.waitingCount == 1 }
                try await eventually("two are under way") { gate.arrivals == 2 }
                // Another service, and another user.
                #expect(try await client.ask(.get, "/v1/friends").status == 200)
                let bo = try await client.ask(
                    .get,
                    "/v1/me/wishes",
                    headers: [.authorization: "Bearer \(other)"]
                )
                #expect(bo.status == 200)
                #expect(gateway.challenges.waitingCount == 1)
                gate.open()
                for try await status in group { #expect(status == 200) }
            }
        }
        #expect(gate.arrivals == 3)
    }

    @Test func `the ninth call of a user is refused if none ends`() async throws {
        var house = House()
        house.waits.slot = .milliseconds(1)
        let (shared, gate) = (house, Gate())
        try await gateway(shared, gate).test(token: shared.token()) { client in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await client.ask(.get, "/v1/me/wishes").status }
                }
                try await eventually("eight are under way") { gate.arrivals == 8 }
                let refused = try await client.ask(.get, "/v1/me/wishes")
                #expect(refused.status == 429)
                #expect(try refused.code == "gateway.requests_exhausted")
                #expect(refused.headers[.retryAfter] == "1")
                gate.open()
                for try await status in group { #expect(status == 200) }
            }
            #expect(try await client.ask(.get, "/v1/me/wishes").status == 200)
        }
        #expect(gate.arrivals == 9)
    }

    @Test(arguments: [nil, "192.0.2.0/24"])
    func `an address has its calls, unless it is exempt`(exempt: String?) async throws {
        var house = House()
        house.waits.slot = .milliseconds(1)
        house.proxies = try #require(Networks("127.0.0.0/8,::1"))
        house.requests.callsPerAddress = 1
        house.requests.exempt = exempt.flatMap { Networks($0) } ?? Networks()
        let (shared, gate) = (house, Gate())
        let other = try await shared.tokens.token(UserID(), SessionID())
        let bo = HTTPField(name: .authorization, value: "Bearer \(other)")
        try await gateway(shared, gate).test(.ahc(), token: shared.token()) { client in
            async let first = client.ask(
                .get,
                "/v1/me/wishes",
                headers: [.xForwardedFor: "192.0.2.1"]
            ).status
            try await eventually("the first is under way") { gate.arrivals == 1 }
            for (address, status) in [
                ("192.0.2.1", exempt == nil ? 429 : 200), ("192.0.2.2", 200),
            ] {
                var headers: HTTPFields = [.xForwardedFor: address]
                headers.append(bo)
                let answer = try await client.ask(.get, "/v1/me/wishes", headers: headers)
                #expect(answer.status == status, "\(address)")
            }
            gate.open()
            #expect(try await first == 200)
        }
    }
}

/// How many calls are under way, and the most that ever were.
private final class Present: Sendable {
    private let counts = Mutex((now: 0, most: 0))

    var most: Int { counts.withLock(\.most) }

    func add(_ change: Int) {
        counts.withLock { $0 = ($0.now + change, max($0.most, $0.now + change)) }
    }
}
