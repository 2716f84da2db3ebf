import Crypto
import IdentityAPI
import Identifiers
import Logging
import NIOCore
import RPC
import Synchronization
import Testing
import Values
import Wire

@testable import Gateway

/// The keys that verify tokens.
@Suite struct SigningKeysTests {
    let clocks = TestClocks()
    let asked = Asked()
    let answer = Mutexed<Result<[ListSigningKeys.SigningKey], Fault>>(.success([]))

    /// A value that a test changes while a handler reads it.
    final class Mutexed<Value: Sendable>: Sendable {
        private let value: Mutex<Value>

        init(_ value: Value) {
            self.value = Mutex(value)
        }

        var now: Value {
            get { value.withLock { $0 } }
            set { value.withLock { $0 = newValue } }
        }
    }

    private var identity: any Caller {
        let board = Switchboard { board in
            board.on { [asked, answer] (call: ListSigningKeys, context: CallContext) in
                asked.note(call, context)
                switch answer.now {
                case .success(let keys): return ListSigningKeys.Reply(keys: keys)
                case .failure: throw WireError.forbidden
                }
            }
        }
        return board.asked(by: .gateway)
    }

    private func keys() -> SigningKeys {
        SigningKeys(identity: identity, uptime: { [clocks] in clocks.uptime })
    }

    private func listed(_ id: String, expiresIn: Duration = .hours(1)) -> ListSigningKeys.SigningKey
    {
        ListSigningKeys.SigningKey(
            id: id,
            publicKey: ByteBuffer(
                bytes: Curve25519.Signing.PrivateKey().publicKey.rawRepresentation
            ),
            expiresAt: clocks.now + expiresIn
        )
    }

    @Test func `a known key is not fetched`() async throws {
        answer.now = .success([listed("a")])
        let keys = keys()
        #expect(!keys.areKnown)
        for _ in 0..<3 {
            let key = try await keys.key("a", now: clocks.now)
            #expect(key != nil)
        }
        #expect(keys.areKnown)
        #expect(asked.count(ListSigningKeys.self) == 1)
    }

    @Test func `a new key is found at once`() async throws {
        answer.now = .success([listed("a")])
        let keys = keys()
        _ = try await keys.key("a", now: clocks.now)
        answer.now = .success([listed("b"), listed("a")])
        let key = try await keys.key("b", now: clocks.now)
        #expect(key != nil)
        #expect(asked.count(ListSigningKeys.self) == 2)
    }

    @Test func `unknown keys are fetched at most five times in five seconds`() async throws {
        answer.now = .success([listed("a")])
        let keys = keys()
        for number in 0..<5 {
            let key = try await keys.key("x\(number)", now: clocks.now)
            #expect(key == nil)
        }
        clocks.advance(by: .milliseconds(4_999))
        await #expect(throws: WireError.unavailable.fault) {
            _ = try await keys.key("x", now: clocks.now)
        }
        #expect(asked.count(ListSigningKeys.self) == 5)
        let known = try await keys.key("a", now: clocks.now)
        #expect(known != nil)
        clocks.advance(by: .milliseconds(1))
        let key = try await keys.key("x", now: clocks.now)
        #expect(key == nil)
        #expect(asked.count(ListSigningKeys.self) == 6)
    }

    @Test func `the empty list of a cluster without accounts counts as known`() async throws {
        let keys = keys()
        #expect(!keys.areKnown)
        try await keys.refresh()
        #expect(keys.areKnown)
        answer.now = .success([listed("first")])
        let key = try await keys.key("first", now: clocks.now)
        #expect(key != nil)
    }

    @Test func `an expired or removed key verifies nothing`() async throws {
        answer.now = .success([listed("a", expiresIn: .seconds(10))])
        let keys = keys()
        let start = clocks.now
        let last = try await keys.key("a", now: start + .milliseconds(9_999))
        #expect(last != nil)
        let dead = try await keys.key("a", now: start + .seconds(10))
        #expect(dead == nil)
        answer.now = .success([listed("b")])
        try await keys.refresh()
        clocks.advance(by: .seconds(1))
        let gone = try await keys.key("a", now: start)
        #expect(gone == nil)
    }

    @Test func `a failed fetch keeps the known keys`() async throws {
        answer.now = .success([listed("a")])
        let keys = keys()
        _ = try await keys.key("a", now: clocks.now)
        answer.now = .failure(WireError.forbidden.fault)
        await #expect(throws: Fault.self) { try await keys.refresh() }
        let key = try await keys.key("a", now: clocks.now)
        #expect(key != nil)
    }

    @Test func `while fetches fail, an unknown key is unavailable, not invalid`() async throws {
        answer.now = .failure(WireError.forbidden.fault)
        let keys = keys()
        for _ in 0..<3 {
            await #expect(throws: WireError.unavailable.fault) {
                _ = try await keys.key("a", now: clocks.now)
            }
        }
        #expect(asked.count(ListSigningKeys.self) == 3)
        #expect(!keys.areKnown)
    }

    @Test func `concurrent callers share one fetch`() async throws {
        answer.now = .success([listed("a")])
        let keys = keys()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { try await keys.key("a", now: clocks.now) != nil }
            }
            for try await isKnown in group { #expect(isKnown) }
        }
        #expect(asked.count(ListSigningKeys.self) == 1)
    }

    @Test func `malformed keys are left out of the list`() async throws {
        answer.now = .success([
            ListSigningKeys.SigningKey(
                id: "a",
                publicKey: ByteBuffer(string: "short"),
                expiresAt: clocks.now + .hours(1)
            )
        ])
        let keys = keys()
        let key = try await keys.key("a", now: clocks.now)
        #expect(key == nil)
    }
}
