import FoundationEssentials
import NIOCore
import RPC
import Synchronization
import TestBasics
import TestKit
import Testing
import Wire

@testable import Transport

@Suite(.timeLimit(.minutes(30))) struct CallTests {
    @Test func `a call is answered over the network`() async throws {
        let reply = try await withNetwork { caller in
            try await caller.call(Echo(text: "hello"), in: CallContext())
        }
        #expect(reply.text == "hello")
    }

    @Test func `a thousand calls at once are answered, each with its own answer`() async throws {
        try await withNetwork { caller in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<1_000 {
                    group.addTask {
                        let reply = try await caller.call(
                            Echo(text: "\(number)"),
                            in: CallContext()
                        )
                        #expect(reply.text == "\(number)")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `calls beyond a connection's limit wait for room`() async throws {
        let gate = Gate()
        let running = Count()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                running.add()
                await gate.pass()
                return Echo.Reply(text: call.text)
            }
        }
        try await withNetwork(switchboard) { caller in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Limits.callsMax + 50 {
                    group.addTask {
                        _ = try await caller.call(Echo(text: ""), in: CallContext())
                    }
                }
                try await until { running.value == Limits.callsMax }
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(running.value == Limits.callsMax + 50)
    }

    @Test func `answers come in any order`() async throws {
        let gate = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                if call.text == "slow" { await gate.pass() }
                return Echo.Reply(text: call.text)
            }
        }
        try await withNetwork(switchboard) { caller in
            async let slow = caller.call(Echo(text: "slow"), in: CallContext())
            for _ in 0..<10 {
                let fast = try await caller.call(Echo(text: "fast"), in: CallContext())
                #expect(fast.text == "fast")
            }
            gate.open()
            #expect(try await slow.text == "slow")
        }
    }

    @Test func `a fault arrives complete`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Echo, _) -> Echo.Reply in
                throw Refusal(
                    TestError.stale,
                    at: "/text",
                    retryAfterSeconds: 7,
                    current: ByteBuffer(string: "row")
                )
            }
        }
        let expected = Refusal(
            TestError.stale,
            at: "/text",
            retryAfterSeconds: 7,
            current: ByteBuffer(string: "row")
        ).fault
        #expect(expected.fields?.count == 1)
        try await withNetwork(switchboard) { caller in
            await #expect(throws: expected) {
                try await caller.call(Echo(text: ""), in: CallContext())
            }
        }
    }

    @Test func `the peer is what the connection authenticated, not what the caller claims`()
        async throws
    {
        let switchboard = Switchboard {
            $0.on { (_: WhoAsks, context) in
                WhoAsks.Reply(
                    peer: context.peer?.rawValue,
                    trace: context.trace.traceID,
                    clientAddress: context.clientAddress,
                    remainingMilliseconds: context.deadline.map {
                        Int(($0 - .now) / .milliseconds(1))
                    }
                )
            }
        }
        let context = CallContext(
            deadline: .now + .seconds(60),
            clientAddress: "192.0.2.7",
            peer: .operator
        )
        try await withNetwork(switchboard, as: .gateway) { caller in
            let reply = try await caller.call(WhoAsks(), in: context)
            #expect(reply.peer == "gateway")
            #expect(reply.trace == context.trace.traceID)
            #expect(reply.clientAddress == "192.0.2.7")
            #expect((1...60_000).contains(reply.remainingMilliseconds ?? 0))
        }
        try await withNetwork(switchboard, as: .media) { caller in
            await #expect(throws: WireError.forbidden.fault) {
                try await caller.call(WhoAsks(), in: context)
            }
        }
    }

    @Test func `a call without a deadline gets the default one`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: WhoAsks, context) in
                WhoAsks.Reply(
                    trace: "",
                    remainingMilliseconds: context.deadline.map {
                        Int(($0 - .now) / .milliseconds(1))
                    }
                )
            }
        }
        try await withNetwork(switchboard) { caller in
            let reply = try await caller.call(WhoAsks(), in: CallContext())
            #expect((1...60_000).contains(reply.remainingMilliseconds ?? 0))
        }
    }

    @Test func `a call whose deadline passes is expired, and the handler is stopped`() async throws
    {
        let started = Gate()
        let stopped = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                started.open()
                try await suspended(until: stopped)
                return Echo.Reply(text: call.text)
            }
        }
        try await withNetwork(switchboard) { caller in
            // On a busy machine a call may expire before it begins.
            try await until {
                await #expect(throws: WireError.expired.fault) {
                    try await caller.call(
                        Echo(text: "slow"),
                        in: CallContext(deadline: .now + .seconds(1))
                    )
                }
                return started.isOpen
            }
            await stopped.pass()
        }
    }

    @Test func `a cancelled task cancels its call, and the handler is stopped`() async throws {
        let started = Gate()
        let stopped = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                started.open()
                try await suspended(until: stopped)
                return Echo.Reply(text: call.text)
            }
        }
        try await withNetwork(switchboard) { caller in
            let asking = Task { () throws(Fault) -> Echo.Reply in
                try await caller.call(Echo(text: ""), in: CallContext())
            }
            await started.pass()
            asking.cancel()
            await #expect(throws: WireError.cancelled.fault) { try await asking.value }
            await stopped.pass()
        }
    }

    @Test func `a lost client's running calls are stopped`() async throws {
        let started = Gate()
        let stopped = Gate()
        let switchboard = Switchboard {
            $0.on { (call: Echo, _) in
                started.open()
                try await suspended(until: stopped)
                return Echo.Reply(text: call.text)
            }
        }
        try await withServer(switchboard) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: ""), id: 1))
                await started.pass()
            }
            await stopped.pass()
        }
    }

    @Test func `an unknown call is refused`() async throws {
        try await withNetwork { caller in
            await #expect(throws: WireError.unknownCall.fault) {
                try await caller.call(Act(), in: CallContext())
            }
        }
    }

    @Test func `a call that may be repeated gets a key before its first attempt`() async throws {
        let keys = Mutex<[String?]>([])
        let switchboard = Switchboard {
            $0.on { (_: ActOnce, context) -> ActOnce.Reply in
                let tries = keys.withLock { keys in
                    keys.append(context.idempotencyKey)
                    return keys.count
                }
                guard tries == 3 else { throw TestError.busy }
                return ActOnce.Reply(key: context.idempotencyKey)
            }
        }
        try await withNetwork(switchboard) { caller in
            let reply = try await caller.call(ActOnce(), in: CallContext())
            #expect(reply.key != nil)
            #expect(keys.withLock { $0 } == [reply.key, reply.key, reply.key])
            keys.withLock { $0 = [nil, nil] }
            let own = try await caller.call(ActOnce(), in: CallContext(idempotencyKey: "mine"))
            #expect(own.key == "mine")
        }
    }

    @Test func `a call does not carry the key of the call that its caller answers`() async throws {
        let inner = Switchboard {
            $0.on { (_: ActOnce, context) in ActOnce.Reply(key: context.idempotencyKey) }
        }
        try await withNetwork(inner) { inner in
            let outer = Switchboard {
                $0.on { (echo: Echo, context) -> Echo.Reply in
                    #expect(context.idempotencyKey == "outer")
                    var context = context
                    if echo.text == "own" { context.idempotencyKey = "own" }
                    let key = try await inner.call(ActOnce(), in: context).key
                    return Echo.Reply(text: key ?? "none")
                }
            }
            let context = CallContext(idempotencyKey: "outer")
            for caller in [outer, outer.asked(by: .gateway)] as [any Caller] {
                let local = try await caller.call(Echo(text: "own"), in: context)
                #expect(local.text == "own")
                let other = try await caller.call(Echo(text: ""), in: context)
                #expect(UUID(uuidString: other.text) != nil)
            }
            try await withNetwork(outer) { outer in
                #expect(try await outer.call(Echo(text: "own"), in: context).text == "own")
                let other = try await outer.call(Echo(text: ""), in: context)
                #expect(UUID(uuidString: other.text) != nil)
            }
        }
    }

    @Test func `unavailable is retried twice, except for calls that act each time`() async throws {
        let tries = Count()
        let switchboard = Switchboard {
            $0.on { (_: Echo, _) -> Echo.Reply in
                tries.add()
                throw TestError.busy
            }
            $0.on { (_: Act, _) -> Nothing in
                tries.add(100)
                throw TestError.busy
            }
        }
        try await withNetwork(switchboard) { caller in
            await #expect(throws: TestError.busy.fault) {
                try await caller.call(Echo(text: ""), in: CallContext())
            }
            #expect(tries.value == 3)
            await #expect(throws: TestError.busy.fault) {
                try await caller.call(Act(), in: CallContext())
            }
            #expect(tries.value == 103)
        }
    }

    @Test func `a call larger than a frame is refused before it is sent`() async throws {
        try await withNetwork { caller in
            let text = String(repeating: "x", count: Limits.frameBytesMax - 50)
            await #expect(throws: WireError.tooLarge.fault) {
                try await caller.call(Echo(text: text), in: CallContext())
            }
            let large = String(repeating: "x", count: Limits.frameBytesMax - 1_000)
            let reply = try await caller.call(Echo(text: large), in: CallContext())
            #expect(reply.text == large)
        }
    }

    @Test func `a reply larger than a frame is a fault`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Echo, _) in
                Echo.Reply(text: String(repeating: "x", count: Limits.frameBytesMax - 12))
            }
        }
        try await withNetwork(switchboard) { caller in
            await #expect(throws: WireError.tooLarge.fault) {
                try await caller.call(Echo(text: ""), in: CallContext())
            }
        }
    }

    @Test func `a call waits for a connection, and then fails`() async throws {
        var timing = TransportTiming()
        timing.connection = .milliseconds(50)
        let closedPort = try HeldPorts.next()
        try await withCaller(of: [closedPort], timing: timing) { caller in
            await #expect(throws: WireError.unavailable.fault) {
                try await caller.call(Echo(text: ""), in: CallContext())
            }
            await #expect(throws: WireError.expired.fault) {
                try await caller.call(
                    Echo(text: ""),
                    in: CallContext(deadline: .now + .milliseconds(5))
                )
            }
        }
    }
}

/// Waits until the task is cancelled, and then opens the gate.
func suspended(until gate: Gate) async throws {
    defer { gate.open() }
    try await Task.sleep(for: .seconds(3_600))
}
