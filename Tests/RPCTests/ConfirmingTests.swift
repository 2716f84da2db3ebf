import NIOCore
import RPC
import TestKit
import Testing
import Wire

/// The reply to a call that may have changed something is sent once it is confirmed.
struct ConfirmingTests {
    private let confirmations = Count()

    private var switchboard: Switchboard {
        Switchboard {
            $0.on { (call: Repeat, _) in Repeat.Reply(text: call.text) }
            $0.on { (_: Once, _) in Nothing() }
            $0.on { (_: Many, _) -> Nothing in throw OwnError.refused }
            $0.on { (_: TalkOnce, stream: ServedStream<TalkOnce>, _) in
                while try await stream.next() != nil {}
                return Nothing()
            }
        }
    }

    private var confirming: Switchboard {
        switchboard.confirming { [confirmations] answer in
            let reply = try await answer()
            confirmations.add()
            return reply
        }
    }

    @Test func `a write is confirmed`() async throws {
        _ = try await confirming.call(Once(), in: CallContext())
        #expect(confirmations.value == 1)
    }

    @Test func `a stream that writes is confirmed`() async throws {
        let stream = try await confirming.open(TalkOnce(), in: CallContext())
        try await stream.send(ByteBuffer(string: "x"))
        try await stream.finish()
        _ = try await stream.reply()
        #expect(confirmations.value == 1)
    }

    @Test func `a read is not confirmed`() async throws {
        _ = try await confirming.call(Repeat(text: "x"), in: CallContext())
        #expect(confirmations.value == 0)
    }

    @Test func `a refusal is not confirmed and stays unchanged`() async {
        await #expect(throws: OwnError.refused.fault) {
            try await confirming.call(Many(), in: CallContext())
        }
        #expect(confirmations.value == 0)
    }

    @Test func `a reply that cannot be confirmed is not sent`() async {
        let never = switchboard.confirming { answer in
            _ = try await answer()
            throw WireError.unavailable
        }
        await #expect(throws: WireError.unavailable.fault) {
            try await never.call(Once(), in: CallContext())
        }
    }
}

private struct Once: Call {
    static let id: CallID = 0x7E21
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Reply = Nothing
}

private struct Many: Call {
    static let id: CallID = 0x7E22
    static let effect = Effect.many
    static let access = Access.anyone
    typealias Reply = Nothing
}

private struct TalkOnce: StreamCall {
    static let id: CallID = 0x7E23
    static let effect = Effect.once
    static let access = Access.anyone
    typealias Up = ByteBuffer
    typealias Down = Nothing
    typealias Reply = Nothing
}
