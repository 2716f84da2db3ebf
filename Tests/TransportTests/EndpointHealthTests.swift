import NIOCore
import RPC
import TestKit
import Testing
import Wire

@testable import Transport

/// Outlier ejection as a pure value.
@Suite struct EndpointHealthTests {
    private var timing: TransportTiming {
        var timing = TransportTiming()
        timing.ejection = .seconds(10)
        timing.longestEjection = .seconds(40)
        return timing
    }

    private func failed(_ times: Int, at now: NIODeadline) -> EndpointHealth {
        var health = EndpointHealth(timing)
        for _ in 0..<times { health.failed(at: now) }
        return health
    }

    @Test func `several consecutive failures eject, and a success resets the count`() {
        let now = NIODeadline.now()
        var health = failed(EndpointHealth.failuresMax - 1, at: now)
        #expect(health.mayBeAsked(at: now))
        #expect(!health.isGood)
        health.answered()
        #expect(health.isGood)
        health.failed(at: now)
        #expect(health.mayBeAsked(at: now))
        #expect(!failed(EndpointHealth.failuresMax, at: now).mayBeAsked(at: now))
    }

    @Test func `after a while a single call probes`() {
        let now = NIODeadline.now()
        var health = failed(EndpointHealth.failuresMax, at: now)
        #expect(!health.mayBeAsked(at: now + .milliseconds(4_900)))
        let due = now + .seconds(10)
        #expect(health.mayBeAsked(at: due))
        health.asked(at: due)
        #expect(!health.mayBeAsked(at: due))
        health.answered()
        #expect(health.mayBeAsked(at: due))
        #expect(health.isGood)
    }

    @Test func `the ejection doubles with each failed probe, up to a limit`() {
        var now = NIODeadline.now()
        var health = failed(EndpointHealth.failuresMax, at: now)
        for seconds in [20, 40, 40] as [Int64] {
            now = now + .seconds(40)
            health.asked(at: now)
            health.failed(at: now)
            #expect(!health.mayBeAsked(at: now + .milliseconds(seconds * 490)))
            #expect(health.mayBeAsked(at: now + .seconds(seconds)))
        }
    }

    @Test func `failures of earlier calls do not prolong it`() {
        let now = NIODeadline.now()
        let health = failed(1_000, at: now)
        #expect(health.mayBeAsked(at: now + .seconds(10)))
    }

    @Test func `only the endpoint's own failures count against it`() {
        let unavailable = WireError.unavailable.fault
        #expect(CallOutcome.fault(unavailable, isBegun: true).isAnswered == false)
        #expect(CallOutcome.fault(unavailable, isBegun: false).isAnswered == nil)
        #expect(CallOutcome.fault(WireError.expired.fault, isBegun: true).isAnswered == false)
        #expect(CallOutcome.fault(WireError.forbidden.fault, isBegun: true).isAnswered == true)
        #expect(CallOutcome.reply(ByteBuffer()).isAnswered == true)
        #expect(CallOutcome.expired.isAnswered == false)
        for outcome in [CallOutcome.notSent, .lost, .cancelled] {
            #expect(outcome.isAnswered == nil)
        }
    }
}

/// Outlier ejection over the network.
@Suite(.timeLimit(.minutes(30))) struct ReplicaTests {
    /// A switchboard that counts its calls, and fails while `isBroken`.
    private func switchboard(_ asked: Count, isBroken: Gate? = nil) -> Switchboard {
        Switchboard {
            $0.on { (call: Echo, _) in
                asked.add()
                if let isBroken, !isBroken.isOpen { throw TestError.busy }
                return Echo.Reply(text: call.text)
            }
            $0.on { (_: Act, _) -> Nothing in
                asked.add()
                if let isBroken, !isBroken.isOpen { throw TestError.busy }
                return Nothing()
            }
        }
    }

    private func timing(ejection: Duration) -> TransportTiming {
        var timing = TransportTiming.patient
        timing.ejection = ejection
        timing.longestEjection = ejection
        return timing
    }

    @Test func `a failing replica gets no calls, and comes back when it answers`() async throws {
        let (good, bad) = (Count(), Count())
        let mended = Gate()
        try await withServer(switchboard(good)) { _, one in
            try await withServer(switchboard(bad, isBroken: mended)) { _, two in
                try await withCaller(of: [one, two], timing: timing(ejection: .seconds(600))) {
                    caller in
                    try await until { caller.connectionCount == 2 }
                    for _ in 0..<200 {
                        _ = try await caller.call(Echo(text: ""), in: CallContext())
                    }
                    #expect(bad.value <= EndpointHealth.failuresMax)
                    #expect(good.value == 200)
                }
                let before = bad.value
                try await withCaller(of: [one, two], timing: timing(ejection: .milliseconds(1))) {
                    caller in
                    try await until { caller.connectionCount == 2 }
                    try await until {
                        _ = try await caller.call(Echo(text: ""), in: CallContext())
                        return bad.value >= before + EndpointHealth.failuresMax + 2
                    }
                    mended.open()
                    let mendedAt = bad.value
                    try await until {
                        _ = try await caller.call(Echo(text: ""), in: CallContext())
                        return bad.value >= mendedAt + 20
                    }
                }
            }
        }
    }

    @Test func `the last replica is never ejected`() async throws {
        let asked = Count()
        let mended = Gate()
        try await withServer(switchboard(asked, isBroken: mended)) { _, port in
            try await withCaller(of: [port], timing: timing(ejection: .seconds(600))) { caller in
                for _ in 0..<20 {
                    await #expect(throws: TestError.busy.fault) {
                        try await caller.call(Act(), in: CallContext())
                    }
                }
                #expect(asked.value == 20)
                mended.open()
                _ = try await caller.call(Act(), in: CallContext())
            }
        }
    }

    @Test func `when all fail, all get calls`() async throws {
        let (first, second) = (Count(), Count())
        let mended = Gate()
        try await withServer(switchboard(first, isBroken: mended)) { _, onePort in
            try await withServer(switchboard(second, isBroken: mended)) { _, twoPort in
                try await withCaller(
                    of: [onePort, twoPort],
                    timing: timing(ejection: .seconds(600))
                ) { caller in
                    try await until { caller.connectionCount == 2 }
                    for _ in 0..<100 {
                        _ = try? await caller.call(Act(), in: CallContext())
                    }
                    #expect(first.value + second.value == 100)
                    mended.open()
                    for _ in 0..<20 { _ = try await caller.call(Act(), in: CallContext()) }
                }
            }
        }
    }

    @Test func `retries are one for ten calls, and a few at first`() async throws {
        let asked = Count()
        try await withServer(switchboard(asked, isBroken: Gate())) { _, port in
            try await withCaller(of: [port]) { caller in
                for _ in 0..<200 {
                    await #expect(throws: TestError.busy.fault) {
                        try await caller.call(Echo(text: ""), in: CallContext())
                    }
                }
            }
        }
        #expect(asked.value == 200 + RetryBudget.first + 200 / RetryBudget.price)
    }

    @Test func `a call that one replica does not know yet is answered by the other`() async throws {
        let asked = Count()
        try await withServer(echoes) { _, oldPort in
            try await withServer(switchboard(asked)) { _, newPort in
                try await withCaller(of: [oldPort, newPort]) { caller in
                    try await until { caller.connectionCount == 2 }
                    for _ in 0..<200 { _ = try await caller.call(Act(), in: CallContext()) }
                }
            }
        }
        #expect(asked.value == 200)
    }

    @Test func `a busy replica gets fewer calls than an idle one`() async throws {
        let (busy, idle) = (Count(), Count())
        let gate = Gate()
        let holding = Switchboard {
            $0.on { (_: Act, _) in
                busy.add()
                await gate.pass()
                return Nothing()
            }
        }
        try await withServer(holding) { _, one in
            try await withServer(switchboard(idle)) { _, two in
                try await withCaller(of: [one, two]) { caller in
                    try await until { caller.connectionCount == 2 }
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        while busy.value == 0 {
                            let asked = busy.value + idle.value
                            group.addTask { _ = try await caller.call(Act(), in: CallContext()) }
                            try await until { busy.value + idle.value > asked }
                        }
                        let before = idle.value
                        for _ in 0..<100 { _ = try await caller.call(Act(), in: CallContext()) }
                        #expect(busy.value == 1)
                        #expect(idle.value == before + 100)
                        gate.open()
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    @Test func `calls spread over all replicas`() async throws {
        let counts = [Count(), Count(), Count()]
        try await withServer(switchboard(counts[0])) { _, first in
            try await withServer(switchboard(counts[1])) { _, second in
                try await withServer(switchboard(counts[2])) { _, third in
                    try await withCaller(of: [first, second, third]) { caller in
                        try await until { caller.connectionCount == 3 }
                        for _ in 0..<600 { _ = try await caller.call(Act(), in: CallContext()) }
                    }
                }
            }
        }
        #expect(counts.allSatisfy { $0.value > 50 })
    }
}
