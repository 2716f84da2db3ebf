import Identifiers
import NIOCore
import RPC
import Testing
import Wire

@Suite struct SwitchboardTests {
    @Test func `a call reaches its handler and the reply comes back`() async throws {
        let switchboard = Switchboard {
            $0.on { (call: Repeat, _) in Repeat.Reply(text: call.text) }
        }
        let reply = try await switchboard.call(Repeat(text: "x"), in: CallContext())
        #expect(reply.text == "x")
        #expect(switchboard.answers(Repeat.id))
        #expect(!switchboard.isStream(Repeat.id))
        #expect(switchboard.answered == [Repeat.id])
    }

    @Test func `a switchboard answers what its parts answer`() async throws {
        let part = Switchboard {
            $0.on { (call: Repeat, _) in Repeat.Reply(text: call.text) }
        }
        let other = Switchboard {
            $0.on { (_: Talk, _: ServedStream<Talk>, _) in Talk.Reply(items: 0) }
        }
        let whole = Switchboard {
            $0.add(part)
            $0.add(other)
        }
        #expect(whole.answered == [Repeat.id, Talk.id])
        #expect(whole.isStream(Talk.id))
        #expect(try await whole.call(Repeat(text: "x"), in: CallContext()).text == "x")
    }

    @Test func `an unconnected call is unknown`() async {
        await #expect(throws: WireError.unknownCall.fault) {
            try await Switchboard { _ in }.call(Repeat(text: "x"), in: CallContext())
        }
    }

    @Test func `a call made as a stream is unknown`() async throws {
        let switchboard = Switchboard {
            $0.on { (_: Talk, _: ServedStream<Talk>, _) in Talk.Reply(items: 0) }
        }
        #expect(switchboard.isStream(Talk.id))
        let refusal = await #expect(throws: Unanswered.self) {
            try await switchboard.answer(Talk.id, ByteBuffer(), in: CallContext())
        }
        #expect(refusal?.fault == WireError.unknownCall.fault)
        #expect(refusal?.isBegun == false)
    }

    @Test func `a body that cannot be read is malformed`() async {
        let switchboard = Switchboard {
            $0.on { (call: Repeat, _) in Repeat.Reply(text: call.text) }
        }
        let refusal = await #expect(throws: Unanswered.self) {
            try await switchboard.answer(
                Repeat.id,
                ByteBuffer(bytes: [0xFF]),
                in: CallContext()
            )
        }
        #expect(refusal?.fault == WireError.malformed.fault)
        #expect(refusal?.isBegun == false)
    }

    @Test func `a call whose deadline has passed does not begin`() async {
        let switchboard = Switchboard {
            $0.on { (_: Repeat, _) -> Repeat.Reply in
                Issue.record("The handler ran.")
                return Repeat.Reply(text: "")
            }
        }
        await #expect(throws: WireError.expired.fault) {
            try await switchboard.call(Repeat(text: ""), in: CallContext(deadline: .now))
        }
    }

    /// What a handler throws, and what of it may leave the service.
    static let passing: [(any Error & Sendable, Fault)] = [
        (OwnError.refused, OwnError.refused.fault),
        (Refusal(OwnError.refused, at: "/text"), Refusal(OwnError.refused, at: "/text").fault),
        (WireError.unavailable.fault, WireError.unavailable.fault),
        (WireError.expired.fault, WireError.expired.fault),
        (
            Fault(code: "other.slow_down", kind: .exhausted, detail: "Later."),
            Fault(code: "other.slow_down", kind: .exhausted, detail: "Later.")
        ),
        (Fault(code: "other.no", kind: .forbidden, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.gone", kind: .notFound, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.bad", kind: .invalid, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.stale", kind: .stale, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.twice", kind: .conflict, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.who", kind: .unauthenticated, detail: "No."), WireError.bug.fault),
        (Fault(code: "other.bug", kind: .bug, detail: "No."), WireError.bug.fault),
        (CancellationError(), WireError.cancelled.fault),
        (FallbackNeeded(), WireError.bug.fault),
    ]

    @Test(arguments: passing.indices)
    func `only what may leave the service does`(index: Int) async {
        let (thrown, expected) = Self.passing[index]
        let switchboard = Switchboard {
            $0.on { (_: Repeat, _) -> Repeat.Reply in throw thrown }
        }
        await #expect(throws: expected) {
            try await switchboard.call(Repeat(text: ""), in: CallContext())
        }
    }
}

@Suite struct AccessTests {
    private let switchboard = Switchboard {
        $0.on { (_: Repeat, _) in Repeat.Reply(text: "") }
        $0.on { (_: ForSignedIn, _) in Nothing() }
        $0.on { (_: ForModerators, _) in Nothing() }
        $0.on { (_: ForGateway, _) in Nothing() }
        $0.on { (_: ForOperator, _) in Nothing() }
    }

    /// The refusal's code; `nil` when there is none.
    private func refusal<C: Call>(_ call: C, _ context: CallContext) async -> String? {
        do throws(Fault) {
            _ = try await switchboard.call(call, in: context)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `signed-in users may make calls for the signed-in`() async {
        #expect(await refusal(Repeat(text: ""), CallContext()) == nil)
        #expect(await refusal(ForSignedIn(), CallContext()) == "wire.sign_in_needed")
        #expect(await refusal(ForSignedIn(), CallContext(peer: .operator)) == "wire.sign_in_needed")
        #expect(await refusal(ForSignedIn(), CallContext(user: UserID())) == nil)
    }

    @Test func `only moderators may moderate`() async {
        let user = UserID()
        #expect(await refusal(ForModerators(), CallContext()) == "wire.sign_in_needed")
        #expect(await refusal(ForModerators(), CallContext(user: user)) == "wire.forbidden")
        #expect(await refusal(ForModerators(), CallContext(peer: .operator)) == "wire.forbidden")
        #expect(await refusal(ForModerators(), CallContext(user: user, isModerator: true)) == nil)
    }

    @Test func `processes call under their authenticated name, the operator under any`() async {
        #expect(await refusal(ForGateway(), CallContext()) == "wire.forbidden")
        #expect(await refusal(ForGateway(), CallContext(peer: .media)) == "wire.forbidden")
        #expect(await refusal(ForGateway(), CallContext(peer: .gateway)) == nil)
        #expect(await refusal(ForGateway(), CallContext(peer: .operator)) == nil)
        #expect(await refusal(ForOperator(), CallContext(peer: .gateway)) == "wire.forbidden")
        #expect(await refusal(ForOperator(), CallContext(user: UserID())) == "wire.forbidden")
        #expect(await refusal(ForOperator(), CallContext(peer: .operator)) == nil)
    }

    @Test func `a switchboard called under a name sees that name`() async throws {
        let media = switchboard.asked(by: .media)
        let gateway = switchboard.asked(by: .gateway)
        let claimed = CallContext(peer: .gateway)
        await #expect(throws: WireError.forbidden.fault) {
            try await media.call(ForGateway(), in: claimed)
        }
        _ = try await gateway.call(ForGateway(), in: CallContext())
    }
}
