import NIOCore
import RPC
import Synchronization
import TestKit
import Testing
import Wire

@testable import Transport

/// Admission as a pure value.
@Suite struct AdmissionTests {
    private let start = NIODeadline.now()

    private func admission(running: Int = 1, waiting: Int = 3) -> Admission<String> {
        var limits = CallLimits()
        limits.running = running
        limits.waiting = waiting
        limits.patience = .seconds(10)
        return Admission(limits)
    }

    /// The call that was shed: the call itself, or the one that it displaced.
    private func shed(
        _ call: String,
        _ priority: CallContext.Priority,
        deadline: NIODeadline = .distantFuture,
        _ admission: inout Admission<String>
    ) -> String? {
        switch admission.wait(call, priority, deadline: deadline, at: start) {
        case .waits: nil
        case .displaces(let other): other
        case .shed: call
        }
    }

    @Test func `no more calls run than the limit`() {
        var admission = admission(running: 2)
        check(admission.begin(), is: true)
        check(admission.begin(), is: true)
        check(admission.begin(), is: false)
        check(admission.end(at: start) { _ in true }.begins, is: nil)
        check(admission.begin(), is: true)
        check(admission.begin(), is: false)
    }

    @Test func `the highest priority runs first, then the oldest`() {
        var admission = admission(waiting: 10)
        check(admission.begin(), is: true)
        let calls: [(String, CallContext.Priority)] = [
            ("a", .normal), ("b", .background), ("c", .critical), ("d", .normal),
            ("e", .critical), ("f", .background),
        ]
        for (call, priority) in calls { check(shed(call, priority, &admission), is: nil) }
        let order = calls.compactMap { _ in admission.end(at: start) { _ in true }.begins }
        #expect(order == ["c", "e", "a", "d", "b", "f"])
        #expect(admission.running == 1)
        #expect(admission.waiting == 0)
        check(admission.end(at: start) { _ in true }.begins, is: nil)
        #expect(admission.running == 0)
    }

    @Test func `the lowest priority is shed first, and among equals the youngest`() {
        var admission = admission(waiting: 3)
        check(admission.begin(), is: true)
        for (call, priority) in [("a", .background), ("b", .background), ("c", .normal)]
            as [(String, CallContext.Priority)]
        {
            check(shed(call, priority, &admission), is: nil)
        }
        check(shed("d", .background, &admission), is: "d")
        check(shed("e", .normal, &admission), is: "b")
        check(shed("f", .critical, &admission), is: "a")
        check(shed("g", .normal, &admission), is: "g")
        check(shed("h", .critical, &admission), is: "e")
        #expect(admission.waiting == 3)
    }

    @Test func `a call that waits too long is shed, whether or not a slot becomes free`() {
        var admission = admission()
        check(admission.begin(), is: true)
        _ = shed("a", .normal, &admission)
        _ = shed("b", .normal, deadline: start + .seconds(1), &admission)
        #expect(admission.nextOverdue == start + .seconds(10))
        check(admission.overdue(at: start + .milliseconds(9_999)), is: [])
        check(admission.overdue(at: start + .seconds(10)), is: ["a", "b"])
        #expect(admission.nextOverdue == nil)
        _ = shed("c", .normal, deadline: start + .seconds(1), &admission)
        _ = shed("d", .normal, &admission)
        let change = admission.end(at: start + .seconds(1)) { _ in true }
        #expect(change.shed == ["c"])
        #expect(change.begins == "d")
        #expect(admission.running == 1)
    }

    @Test func `a call that is gone gets no slot`() {
        var admission = admission()
        check(admission.begin(), is: true)
        _ = shed("a", .normal, &admission)
        _ = shed("b", .normal, &admission)
        check(admission.end(at: start) { $0 != "a" }.begins, is: "b")
        check(admission.end(at: start) { _ in true }.begins, is: nil)
        #expect(admission.running == 0)
    }
}

/// Admission over the network.
@Suite(.timeLimit(.minutes(30))) struct CallQueueTests {
    private func limits(running: Int, waiting: Int, patience: Duration) -> CallLimits {
        var limits = CallLimits()
        limits.running = running
        limits.waiting = waiting
        limits.patience = patience
        return limits
    }

    /// Holds each call until the gate is open, and records which ones began.
    private func holding(_ gate: Gate, _ begun: Names) -> Switchboard {
        Switchboard {
            $0.on { (call: Echo, _) in
                begun.add(call.text)
                await gate.pass()
                return Echo.Reply(text: call.text)
            }
        }
    }

    /// Names in the order in which they were added.
    private final class Names: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock(\.self) }

        func add(_ name: String) {
            names.withLock { $0.append(name) }
        }
    }

    private var overloaded: Fault {
        var fault = WireError.overloaded.fault
        fault.retryAfterSeconds = 1
        return fault
    }

    @Test func `a low priority is shed with a wait, and a high one begins first`() async throws {
        let gate = Gate()
        let begun = Names()
        let calls = limits(running: 1, waiting: 2, patience: .seconds(600))
        try await withServer(holding(gate, begun), calls: calls) { server, port in
            try await withCaller(of: [port]) { caller in
                @Sendable func ask(_ text: String, _ priority: CallContext.Priority) async throws {
                    _ = try await caller.call(
                        Echo(text: text),
                        in: CallContext(priority: priority)
                    )
                }
                async let first: Void = ask("first", .normal)
                try await until { server.callCounts == (1, 0) }
                let displaced = Task { try await ask("displaced", .background) }
                try await until { server.callCounts == (1, 1) }
                async let normal: Void = ask("normal", .normal)
                try await until { server.callCounts == (1, 2) }
                async let critical: Void = ask("critical", .critical)
                await #expect(throws: overloaded) { try await displaced.value }
                await #expect(throws: overloaded) { try await ask("late", .background) }
                gate.open()
                try await first
                try await normal
                try await critical
                try await until { server.callCounts == (0, 0) }
            }
        }
        #expect(begun.all == ["first", "critical", "normal"])
    }

    @Test func `a call that waits too long is shed though no other ends`() async throws {
        let gate = Gate()
        let begun = Names()
        let calls = limits(running: 1, waiting: 10, patience: .milliseconds(20))
        try await withServer(holding(gate, begun), calls: calls) { server, port in
            try await withCaller(of: [port]) { caller in
                async let first = caller.call(Echo(text: "first"), in: CallContext())
                try await until { server.callCounts.running == 1 }
                for _ in 0..<3 {
                    await #expect(throws: overloaded) {
                        try await caller.call(Echo(text: "late"), in: CallContext())
                    }
                }
                gate.open()
                _ = try await first
            }
        }
        #expect(begun.all == ["first"])
    }

    @Test func `a call that is cancelled while it waits is answered, and never begins`()
        async throws
    {
        let gate = Gate()
        let begun = Names()
        let calls = limits(running: 1, waiting: 10, patience: .seconds(600))
        try await withServer(holding(gate, begun), calls: calls) { server, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                try await peer.send(.call(Echo(text: "first"), id: 1))
                try await peer.send(.call(Echo(text: "second"), id: 2))
                try await peer.send(.call(Echo(text: "third"), id: 3))
                try await until { server.callCounts == (1, 2) }
                try await peer.send(Frame(.cancel, id: 2))
                let last = try #require(try await peer.next())
                #expect(last.id == 2)
                #expect(last.flags == .notBegun)
                #expect(try last.fault == WireError.cancelled.fault)
                gate.open()
                for id in [1, 3] as [UInt32] {
                    let reply = try #require(try await peer.next())
                    #expect(reply.kind == .reply)
                    #expect(reply.id == id)
                }
            }
            try await until { server.callCounts == (0, 0) }
        }
        #expect(begun.all == ["first", "third"])
    }

    @Test func `the slots of a lost client's calls pass to others`() async throws {
        let gate = Gate()
        let begun = Names()
        let calls = limits(running: 1, waiting: 10, patience: .seconds(600))
        try await withServer(holding(gate, begun), calls: calls) { server, port in
            try await withCaller(of: [port]) { caller in
                async let first = caller.call(Echo(text: "first"), in: CallContext())
                try await until { server.callCounts.running == 1 }
                try await RawPeer.connect(to: port) { peer in
                    try await peer.open()
                    for id in 1...5 as ClosedRange<UInt32> {
                        try await peer.send(.call(Echo(text: "lost"), id: id))
                    }
                    try await until { server.callCounts.waiting == 5 }
                }
                try await until { server.connectionCount == 1 }
                async let last = caller.call(Echo(text: "last"), in: CallContext())
                try await until { server.callCounts.waiting == 6 }
                gate.open()
                _ = try await (first, last)
            }
            try await until { server.callCounts == (0, 0) }
        }
        #expect(begun.all == ["first", "last"])
    }

    @Test func `a call whose deadline has passed does not begin`() async throws {
        let begun = Names()
        let gate = Gate()
        gate.open()
        try await withServer(holding(gate, begun)) { _, port in
            try await RawPeer.connect(to: port) { peer in
                try await peer.open()
                var late = try Frame.call(Echo(text: "late"), id: 1)
                late.context = try WireEncoder().encode(["remainingMilliseconds": 0])
                try await peer.send(late)
                let refusal = try #require(try await peer.next())
                #expect(try refusal.fault == WireError.expired.fault)
            }
        }
        #expect(begun.all.isEmpty)
    }

    @Test func `streams need no slot`() async throws {
        let calls = limits(running: 0, waiting: 0, patience: .seconds(600))
        try await withServer(pouring, calls: calls) { _, port in
            try await withCaller(of: [port]) { caller in
                let stream = try await caller.open(Pour(down: 10), in: CallContext())
                #expect(try await stream.reply().up == 0)
                await #expect(throws: WireError.unknownCall.fault) {
                    try await caller.call(Act(), in: CallContext())
                }
            }
        }
    }
}
