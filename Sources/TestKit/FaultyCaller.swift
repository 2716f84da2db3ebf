public import NIOCore
public import RPC
import Synchronization
import TestBasics
public import Wire

/// A caller over an unreliable network: it loses calls, loses replies, and delivers calls twice. A
/// test that makes one call at a time sees the same failures for the same seed.
public final class FaultyCaller: Caller {
    /// How often each failure happens, per 100 calls.
    public struct Odds: Sendable {
        public var lostCalls: Int
        public var lostReplies: Int
        public var doubles: Int

        public init(lostCalls: Int = 20, lostReplies: Int = 20, doubles: Int = 20) {
            self.lostCalls = lostCalls
            self.lostReplies = lostReplies
            self.doubles = doubles
        }
    }

    /// What happens to one call.
    private enum Fate {
        case lostCall, lostReply, double, delivered
    }

    private let target: any Caller
    private let odds: Odds
    private let dice: Mutex<Dice>

    public init(_ target: any Caller, seed: UInt64, odds: Odds = Odds()) {
        self.target = target
        self.odds = odds
        dice = Mutex(Dice(seed: seed))
    }

    public func deliver(
        _ id: CallID,
        effect: Effect,
        body: ByteBuffer,
        in context: CallContext
    ) async throws(Fault) -> ByteBuffer {
        switch roll() {
        case .lostCall:
            throw WireError.unavailable.fault
        case .lostReply:
            _ = try await target.deliver(id, effect: effect, body: body, in: context)
            throw WireError.expired.fault
        case .double:
            _ = try await target.deliver(id, effect: effect, body: body, in: context)
            return try await target.deliver(id, effect: effect, body: body, in: context)
        case .delivered:
            return try await target.deliver(id, effect: effect, body: body, in: context)
        }
    }

    /// Loses some calls that open a stream; streams that were opened are not disturbed.
    public func open<C: StreamCall>(
        _ call: C,
        in context: CallContext
    ) async throws(Fault) -> CallStream<C> {
        guard roll() != .lostCall else { throw WireError.unavailable.fault }
        return try await target.open(call, in: context)
    }

    private func roll() -> Fate {
        let number = dice.withLock { Int.random(in: 0..<100, using: &$0) }
        switch number {
        case ..<odds.lostCalls: return .lostCall
        case ..<(odds.lostCalls + odds.lostReplies): return .lostReply
        case ..<(odds.lostCalls + odds.lostReplies + odds.doubles): return .double
        default: return .delivered
        }
    }
}
