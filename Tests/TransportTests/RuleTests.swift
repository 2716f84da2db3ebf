import Crypto
import Logging
import NIOCore
import RPC
import TestKit
import Testing
import Values
import Wire

@testable import Transport

@Suite struct ClusterKeysTests {
    private let line = "a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test func `one or two keys are read, in order`() throws {
        #expect(try ClusterKeys(text: line).keys.map(\.id) == ["a"])
        let two = try ClusterKeys(text: "# keys\n\n b-1:" + line.dropFirst(2) + " \n\(line)\n")
        #expect(two.keys.map(\.id) == ["b-1", "a"])
    }

    @Test(arguments: [
        ("", ClusterKeysError.notOneOrTwoKeys),
        ("AAAA", .malformedLine),
        (":AAAA", .malformedLine),
        ("a b:AAAA", .malformedLine),
        ("a:AAAA", .notThirtyTwoBytes),
        ("a:!", .notThirtyTwoBytes),
        ("a:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .notThirtyTwoBytes),
    ])
    func `a text without valid keys is refused`(text: String, error: ClusterKeysError) {
        #expect(throws: error) { try ClusterKeys(text: text) }
    }

    @Test func `three keys, or two of one id, are refused`() {
        let rest = line.dropFirst(1)
        #expect(throws: ClusterKeysError.notOneOrTwoKeys) {
            try ClusterKeys(text: "a\(rest)\nb\(rest)\nc\(rest)")
        }
        #expect(throws: ClusterKeysError.sameID) { try ClusterKeys(text: "\(line)\n\(line)") }
    }

    @Test func `each use has its own key, in the keys' order`() throws {
        let keys = try ClusterKeys(text: ClusterKeys.random() + ClusterKeys.random())
        #expect(keys.derived("one").count == 2)
        #expect(keys.derived("one") == keys.derived("one"))
        #expect(keys.derived("one") != keys.derived("two"))
        #expect(keys.derived("one")[0] != keys.derived("one")[1])
    }

    @Test func `random keys differ and can be read`() throws {
        let first = ClusterKeys.random()
        #expect(first != ClusterKeys.random())
        #expect(try ClusterKeys(text: first).keys.count == 1)
    }
}

@Suite struct RetryPolicyTests {
    private func isAgain(_ decision: RetryPolicy.Decision) -> Bool {
        if case .again = decision { true } else { false }
    }

    private let unavailable = WireError.unavailable.fault

    @Test(arguments: [(Effect.none, true), (.once, true), (.many, false)])
    func `a call that may have begun is retried only if that does no harm`(
        effect: Effect,
        again: Bool
    ) {
        var tries = RetryPolicy(effect, RetryBudget())
        #expect(isAgain(tries.decide(.lost)) == again)
        tries = RetryPolicy(effect, RetryBudget())
        #expect(isAgain(tries.decide(.fault(unavailable, isBegun: true))) == again)
    }

    @Test(arguments: [Effect.none, .once, .many])
    func `a call that did not begin is retried whatever it does`(effect: Effect) {
        var tries = RetryPolicy(effect, RetryBudget())
        #expect(isAgain(tries.decide(.notSent)))
        #expect(isAgain(tries.decide(.fault(unavailable, isBegun: false))))
    }

    @Test func `a call is retried twice, not a third time`() {
        var tries = RetryPolicy(.none, RetryBudget())
        #expect(isAgain(tries.decide(.lost)))
        #expect(isAgain(tries.decide(.fault(unavailable, isBegun: true))))
        #expect(!isAgain(tries.decide(.lost)))
        #expect(isAgain(tries.decide(.notSent)))
    }

    @Test func `a call that may have begun is retried only while the budget pays`() {
        let budget = RetryBudget()
        while budget.spend() {}
        var tries = RetryPolicy(.none, budget)
        #expect(!isAgain(tries.decide(.lost)))
        #expect(!isAgain(tries.decide(.fault(unavailable, isBegun: true))))
        #expect(isAgain(tries.decide(.fault(unavailable, isBegun: false))))
        #expect(isAgain(tries.decide(.notSent)))
        for _ in 0..<RetryBudget.price { budget.earned() }
        #expect(isAgain(tries.decide(.lost)))
    }

    @Test func `replies, other faults, and faults that name a wait are final`() {
        var tries = RetryPolicy(.none, RetryBudget())
        #expect(!isAgain(tries.decide(.reply(ByteBuffer()))))
        #expect(!isAgain(tries.decide(.expired)))
        #expect(!isAgain(tries.decide(.cancelled)))
        for error in WireError.allCases where error.kind != .unavailable {
            #expect(!isAgain(tries.decide(.fault(error.fault, isBegun: false))))
        }
        var wait = unavailable
        wait.retryAfterSeconds = 1
        #expect(!isAgain(tries.decide(.fault(wait, isBegun: false))))
    }
}

@Suite struct RetryBudgetTests {
    @Test func `a few retries at first, then one for ten calls`() {
        let budget = RetryBudget()
        for _ in 0..<RetryBudget.first { #expect(budget.spend()) }
        #expect(!budget.spend())
        for _ in 0..<RetryBudget.price - 1 { budget.earned() }
        #expect(!budget.spend())
        budget.earned()
        #expect(budget.spend())
        #expect(!budget.spend())
    }

    @Test func `no more than a hundred are saved up`() {
        let budget = RetryBudget()
        for _ in 0..<100_000 { budget.earned() }
        for _ in 0..<RetryBudget.most { #expect(budget.spend()) }
        #expect(!budget.spend())
    }
}

@Suite struct KeepAliveTests {
    @Test func `a silent side is pinged once, then given up`() {
        let start = NIODeadline.now()
        var keepAlive = KeepAlive(.standard, now: start)
        #expect(keepAlive.action(at: start + .seconds(4)) == .listen(until: start + .seconds(5)))
        #expect(keepAlive.action(at: start + .seconds(5)) == .ping(until: start + .seconds(10)))
        #expect(keepAlive.action(at: start + .seconds(9)) == .listen(until: start + .seconds(10)))
        #expect(keepAlive.action(at: start + .seconds(10)) == .close)
    }

    @Test func `any frame restarts the wait`() {
        let start = NIODeadline.now()
        var keepAlive = KeepAlive(.standard, now: start)
        _ = keepAlive.action(at: start + .seconds(5))
        keepAlive.heard(at: start + .seconds(9))
        #expect(keepAlive.action(at: start + .seconds(13)) == .listen(until: start + .seconds(14)))
        #expect(keepAlive.action(at: start + .seconds(14)) == .ping(until: start + .seconds(19)))
    }
}

@Suite struct RefusalLogTests {
    @Test func `every refusal counts and one a minute is logged`() {
        let lines = Count()
        let log = RefusalLog(
            logger: .init(label: "test") { _ in CountingLog(lines: lines) }
        )
        let start = ContinuousClock.now
        for second in 0..<120 {
            log.note(.wrongMac, from: nil, now: start + .seconds(second))
        }
        #expect(log.count == 120)
        #expect(lines.value == 2)
    }

    @Test func `every violation counts and one a minute is logged`() {
        let lines = Count()
        let log = ProtocolViolationLog(
            logger: .init(label: "test") { _ in CountingLog(lines: lines) }
        )
        let start = ContinuousClock.now
        for second in 0..<120 {
            log.note(.tooManyOpen, by: "gateway", now: start + .seconds(second))
        }
        #expect(log.count == 120)
        #expect(lines.value == 2)
        log.note(.tooManyOpen, by: "gateway", now: start + .seconds(120))
        #expect(lines.value == 3)
    }
}

@Suite struct EndpointTests {
    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("identity:7001", "identity", 7001),
        ("[::1]:65535", "::1", 65_535), ("host:0", "host", 0), (":80", "0.0.0.0", 80),
    ])
    func `a host and a port are read`(text: String, host: String, port: Int) throws {
        let endpoint = try #require(Endpoint(text))
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
    }

    @Test(arguments: ["", "host", "host:", "host:-1", "host:65536", "::1:80", "[]:80", "host:x"])
    func `anything else is refused`(text: String) {
        #expect(Endpoint(text) == nil)
        #expect(throws: TransportError.malformedEndpoint(text)) { try Endpoint(ofPeer: text) }
    }

    @Test(arguments: [":80", "host:0"])
    func `a peer has a host and a port`(text: String) throws {
        #expect(throws: TransportError.malformedEndpoint(text)) { try Endpoint(ofPeer: text) }
        #expect(try Endpoint(ofPeer: "host:1").port == 1)
    }

    @Test(arguments: ["127.0.0.1:80", "[::1]:65535", "identity:0"])
    func `an endpoint prints as it was parsed`(text: String) {
        #expect(Endpoint(text)?.description == text)
    }

    @Test(arguments: ["127.0.0.77", "0.0.0.0", "::1", "203.0.113.9"])
    func `an address is listened on as it is`(host: String) async throws {
        let endpoint = Endpoint(address: host, port: 80)
        #expect(try await endpoint.addresses(on: []) == [endpoint])
    }

    @Test func `of a name's addresses, only those of this machine are listened on`() async throws {
        let endpoint = try #require(Endpoint("localhost:80"))
        let own = Endpoint(address: "127.0.0.1", port: 80)
        #expect(try await endpoint.addresses(on: ["127.0.0.1", "203.0.113.9"]) == [own])
        #expect(try await endpoint.addresses(on: ["203.0.113.9"]).isEmpty)
        #expect(try await endpoint.addressesOfThisMachine().contains(own))
    }

    @Test(arguments: ["0.0.0.0", "::"])
    func `a bind beyond loopback is refused unless it is allowed`(host: String) async throws {
        let server = Server(
            name: .challenges,
            switchboard: echoes,
            keys: sharedKeys,
            host: host,
            port: 0,
            build: "test",
            logger: quiet
        )
        await #expect(throws: TransportError.plaintextBeyondLoopback(host)) {
            try await server.run()
        }
        await #expect(throws: TransportError.plaintextBeyondLoopback(host)) {
            try await server.boundPort()
        }
    }

    @Test func `a bind beyond loopback is allowed on a private network`() async throws {
        let server = Server(
            name: .challenges,
            switchboard: echoes,
            keys: sharedKeys,
            host: "0.0.0.0",
            port: 0,
            build: "test",
            logger: quiet,
            allowsPlaintextBeyondLoopback: true
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.boundPort()
            #expect(port > 0)
            group.cancelAll()
        }
    }
}

@Suite struct PauseTests {
    @Test func `the pauses between connection attempts grow to half a second`() {
        let timing = TransportTiming.standard
        let backoff = Backoff(from: timing.firstPause, to: timing.longestPause)
        #expect(
            (1...8).map { backoff.delay(after: $0) }
                == [10, 20, 40, 80, 160, 320, 500, 500].map { .milliseconds($0) }
        )
    }
}
