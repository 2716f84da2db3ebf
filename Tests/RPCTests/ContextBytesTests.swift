import Identifiers
import NIOCore
import TestBasics
import TestKit
import Testing
import Wire

@testable import RPC

/// The context's handwritten coding, compared with that of `ContextFields`.
@Suite struct ContextBytesTests {
    private let now = ContinuousClock.now

    @Test func `the handwritten encoding matches the fields'`() throws {
        for seed in 0..<2_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let context = context(&dice)
            let fields = try WireEncoder().encode(ContextFields(context, now: now))
            #expect(context.encoded(now: now) == fields)
        }
    }

    @Test func `the handwritten decoding matches the fields'`() throws {
        for seed in 0..<2_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            let bytes = context(&dice).encoded(now: now)
            let got = try CallContext(encoded: bytes, from: .media, now: now)
            #expect(asSent(got).encoded(now: now) == bytes)
            #expect(got.peer == .media)
        }
    }

    @Test func `both read changed bytes alike, or refuse them alike`() throws {
        for seed in 0..<20_000 as Range<UInt64> {
            var dice = Dice(seed: seed)
            var bytes = context(&dice).encoded(now: now)
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                let index = Int.random(in: 0..<bytes.readableBytes, using: &dice)
                bytes.setInteger(UInt8.random(in: 0...255, using: &dice), at: index)
            }
            if Int.random(in: 0..<4, using: &dice) == 0 {
                let count = Int.random(in: 0...bytes.readableBytes, using: &dice)
                bytes = bytes.getSlice(at: 0, length: count) ?? bytes
            }
            let fields = try? WireDecoder().decode(ContextFields.self, from: bytes)
            let expected = fields?.context(from: .media, now: now)
            let got = try? CallContext(encoded: bytes, from: .media, now: now)
            #expect(comparable(got, expected) == comparable(expected, got), "seed \(seed)")
        }
    }

    @Test func `other keys and another order are left to the fields`() throws {
        struct Reordered: Encodable {
            var later = "field"
            var user: UserID
            var traceparent: String
            var priority = 2
            var remainingMilliseconds = 1_500
        }
        let (user, trace) = (UserID(), TraceContext())
        let bytes = try WireEncoder().encode(
            Reordered(user: user, traceparent: trace.traceparent)
        )
        let got = try CallContext(encoded: bytes, from: .gateway, now: now)
        #expect(got.user == user)
        #expect(got.trace == trace)
        #expect(got.priority == .critical)
        #expect(got.deadline == now + .milliseconds(1_500))
    }

    /// A context's bytes, for comparison with another's. Each reading starts a new trace for one
    /// that cannot be read, so the other's is used for both.
    private func comparable(_ context: CallContext?, _ other: CallContext?) -> ByteBuffer? {
        guard var context else { return nil }
        context = asSent(context)
        if let other, context.trace.traceID != other.trace.traceID {
            context.trace = Self.anew
        }
        return context.encoded(now: now)
    }

    /// A received context, with what its handler's own calls do not carry on.
    private func asSent(_ context: CallContext) -> CallContext {
        var context = context
        if context.repeatMark != nil { context.marksRepeats = true }
        return context
    }

    private static let anew = TraceContext()

    private func context(_ dice: inout Dice) -> CallContext {
        let texts = [
            "", "192.0.2.1", "2001:db8::1", "Käse/1.0", String(repeating: "x", count: 300),
        ]
        var context = CallContext()
        if Bool.random(using: &dice) { context.user = UserID() }
        if Bool.random(using: &dice) { context.session = SessionID() }
        context.isModerator = Bool.random(using: &dice)
        if Bool.random(using: &dice) {
            let lengths = [-1, 0, 23, 24, 255, 256, 65_535, 65_536, 86_400_000]
            context.deadline = now + .milliseconds(lengths.randomElement(using: &dice) ?? 0)
        }
        if Bool.random(using: &dice) { context.clientAddress = texts.randomElement(using: &dice) }
        if Bool.random(using: &dice) { context.userAgent = texts.randomElement(using: &dice) }
        if Bool.random(using: &dice) { context.idempotencyKey = texts.randomElement(using: &dice) }
        context.marksRepeats = Bool.random(using: &dice)
        let priorities = [CallContext.Priority.background, .normal, .critical]
        context.priority = priorities.randomElement(using: &dice) ?? .normal
        return context
    }
}
