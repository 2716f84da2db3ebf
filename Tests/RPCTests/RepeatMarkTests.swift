import Identifiers
import NIOCore
import RPC
import Testing
import Values
import Wire

/// How a caller learns that a reply is a stored one (2.14-write-id).
@Suite struct RepeatMarkTests {
    private struct Write: Call {
        static let id: CallID = 0x7E10
        static let effect = Effect.once
        static let access = Access.anyone

        struct Reply: Codable, Hashable, Sendable {
            var text: String
        }
    }

    private struct Upload: StreamCall {
        static let id: CallID = 0x7E11
        static let effect = Effect.once
        static let access = Access.anyone
        typealias Up = ByteBuffer
        typealias Down = Nothing
        typealias Reply = Write.Reply
    }

    private let moment = Instant(microseconds: 1_800_000_000_000_000)

    /// Every call is answered with a stored reply.
    private var switchboard: Switchboard {
        Switchboard {
            $0.on { [moment] (_: Write, context: CallContext) in
                context.repeats(replyOf: moment)
                return Write.Reply(text: "x")
            }
            $0.on { [moment] (_: Upload, _: ServedStream<Upload>, context: CallContext) in
                context.repeats(replyOf: moment)
                return Write.Reply(text: "x")
            }
        }
    }

    @Test func `a stored reply is marked for its caller, and for no other`() async throws {
        let plain = try await switchboard.forward(Write(), in: CallContext())
        #expect(RepeatedReply(encoded: plain) == nil)
        let context = CallContext(marksRepeats: true)
        let marked = try await switchboard.forward(Write(), in: context)
        #expect(RepeatedReply(encoded: marked) == RepeatedReply(plain, firstGiven: moment))
        for context in [context, CallContext()] {
            #expect(try await switchboard.call(Write(), in: context).text == "x")
        }
    }

    @Test func `a stream's stored reply is marked too`() async throws {
        let context = CallContext(marksRepeats: true)
        let bytes = try await switchboard.open(Upload(), in: context).replyBytes()
        #expect(RepeatedReply(encoded: bytes)?.firstGiven == moment)
        for context in [context, CallContext()] {
            #expect(try await switchboard.open(Upload(), in: context).reply().text == "x")
        }
    }

    @Test func `what a handler is told by another service marks nothing`() async throws {
        let other = switchboard
        let board = Switchboard {
            $0.on { (call: Write, context: CallContext) in
                #expect(!context.marksRepeats)
                let bytes = try await other.forward(call, in: context)
                #expect(RepeatedReply(encoded: bytes) == nil)
                return try Write.reply(from: bytes)
            }
        }
        let reply = try await board.forward(Write(), in: CallContext(marksRepeats: true))
        #expect(RepeatedReply(encoded: reply) == nil)
    }
}

/// Rule 2.14-ids: under the nil and the max UUID nothing is created.
@Suite struct ReservedIDTests {
    private struct Create: ChoosesID {
        static let id: CallID = 0x7E12
        static let effect = Effect.once
        static let access = Access.anyone
        static let chosenIDField = "user"
        typealias Reply = Nothing

        var user: UserID?
        var chosenID: UserID? { user }
    }

    @Test(
        arguments: [
            ("00000000-0000-0000-0000-000000000000", true),
            ("ffffffff-ffff-ffff-ffff-ffffffffffff", true),
            ("00000000-0000-0000-0000-000000000001", false),
            ("ffffffff-ffff-ffff-ffff-fffffffffffe", false),
            (nil, false),
        ] as [(String?, Bool)]
    )
    func `a switchboard refuses the nil and the max UUID before the handler`(
        text: String?,
        isRefused: Bool
    ) async {
        let board = Switchboard {
            $0.on { (_: Create, _) in
                #expect(!isRefused)
                return Nothing()
            }
        }
        do {
            _ = try await board.call(Create(user: text.flatMap { UserID($0) }), in: CallContext())
            #expect(!isRefused)
        } catch {
            #expect(isRefused)
            #expect(error == Refusal(WireError.idReserved, at: "/user").fault)
            #expect(error.kind == .invalid)
        }
    }
}
