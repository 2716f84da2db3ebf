import Identifiers
import RPC
import Testing
import Wire

@Suite struct ContextTests {
    private func travelled(
        _ context: CallContext,
        from peer: ServiceName = .gateway
    ) throws
        -> CallContext
    {
        let bytes = try WireEncoder().encode(ContextFields(context))
        return try WireDecoder().decode(ContextFields.self, from: bytes).context(from: peer)
    }

    @Test func `every field on the wire arrives`() throws {
        let sent = CallContext(
            user: UserID(),
            session: SessionID(),
            isModerator: true,
            deadline: .now + .seconds(9),
            clientAddress: "192.0.2.1",
            userAgent: "app/1",
            idempotencyKey: "key",
            marksRepeats: true,
            priority: .critical
        )
        let got = try travelled(sent)
        #expect(got.user == sent.user)
        #expect(got.session == sent.session)
        #expect(got.isModerator)
        #expect(got.trace == sent.trace)
        #expect(got.clientAddress == "192.0.2.1")
        #expect(got.userAgent == "app/1")
        #expect(got.idempotencyKey == "key")
        #expect(got.marksRepeats)
        #expect(got.priority == .critical)
        #expect(got.peer == .gateway)
        let deadline = try #require(got.deadline)
        #expect(deadline > .now + .seconds(8))
        #expect(deadline < .now + .seconds(10))
    }

    @Test func `an empty context stays empty, and a claimed peer is not sent`() throws {
        let got = try travelled(CallContext(peer: .operator), from: .media)
        #expect(got.user == nil)
        #expect(got.session == nil)
        #expect(!got.isModerator)
        #expect(got.deadline == nil)
        #expect(got.idempotencyKey == nil)
        #expect(!got.marksRepeats)
        #expect(got.priority == .normal)
        #expect(got.peer == .media)
    }

    /// What a peer sends as the remaining time.
    private struct Claim: Encodable {
        let remainingMilliseconds: Int64
    }

    @Test(arguments: [(Int64.min, 0), (-1, 0), (0, 0), (1, 1), (.max, 86_400_000)])
    func `a peer's claim of time is limited to a day, and passed on`(
        claim: Int64,
        milliseconds: Int
    ) throws {
        let now = ContinuousClock.now
        let bytes = try WireEncoder().encode(Claim(remainingMilliseconds: claim))
        let fields = try WireDecoder().decode(ContextFields.self, from: bytes)
        let got = fields.context(from: .gateway, now: now)
        #expect(got.deadline == now + .milliseconds(milliseconds))
        let later = ContextFields(got, now: now + .milliseconds(1))
        let next = later.context(from: .gateway, now: now)
        #expect(next.deadline == now + .milliseconds(max(0, milliseconds - 1)))
    }

    @Test func `a deadline that has passed is sent as 0, not as a negative time`() throws {
        let now = ContinuousClock.now
        let fields = ContextFields(CallContext(deadline: now - .seconds(5)), now: now)
        let got = fields.context(from: .gateway, now: now)
        #expect(got.deadline == now)
    }

    @Test func `unknown keys are skipped, and a malformed trace is replaced`() throws {
        let bytes = try WireEncoder().encode(["traceparent": "garbage", "later": "field"])
        let fields = try WireDecoder().decode(ContextFields.self, from: bytes)
        #expect(fields.context(from: .gateway).trace.traceID.count == 32)
    }
}

@Suite struct TraceContextTests {
    private let trace = "0af7651916cd43dd8448eb211c80319c"
    private let parent = "b7ad6b7169203331"

    @Test func `a trace parses as it was written`() {
        let made = TraceContext()
        #expect(TraceContext(traceparent: made.traceparent) == made)
        let read = TraceContext(traceparent: "00-\(trace)-\(parent)-01")
        #expect(read?.traceID == trace)
        #expect(read?.parentID == parent)
    }

    @Test func `a later version may have more fields, this one not`() {
        #expect(TraceContext(traceparent: "01-\(trace)-\(parent)-01-more") != nil)
        #expect(TraceContext(traceparent: "00-\(trace)-\(parent)-01-more") == nil)
    }

    @Test func `malformed traces are refused`() {
        let zero = String(repeating: "0", count: 32)
        for text in [
            "", "00", "ff-\(trace)-\(parent)-01", "00-\(zero)-\(parent)-01",
            "00-\(trace)-\(zero.prefix(16))-01", "00-\(trace.uppercased())-\(parent)-01",
            "00-\(trace.dropLast())-\(parent)-01", "00-\(trace)-\(parent)-1",
            "00-\(trace)-\(parent)", "0g-\(trace)-\(parent)-01",
        ] {
            #expect(TraceContext(traceparent: text) == nil, "\(text)")
        }
    }
}
