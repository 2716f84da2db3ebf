public import Logging
import Metrics
public import NIOCore
public import Wire

/// Connects each call to the one function that answers it, and holds what is the same for all of
/// them: access, deadline, when a write's reply may leave, the log line, the latency metric, and
/// which errors may travel.
public struct Switchboard: Sendable {
    typealias Implementation = @Sendable (ByteBuffer, CallContext) async throws -> ByteBuffer
    typealias StreamImplementation =
        @Sendable (ByteBuffer, any ByteStream, CallContext) async throws -> ByteBuffer

    private var calls: [CallID: ConnectedCall<Implementation>] = [:]
    private var streamCalls: [CallID: ConnectedCall<StreamImplementation>] = [:]
    private let logger = Logger(label: "gauntlet.switchboard")
    /// Where each call leaves its line; `nil` for nowhere.
    private var journal: Logger?
    /// Holds the replies to writes back; `nil` where they leave at once.
    private var confirm: Confirm?

    /// Runs what answers a write, and returns its reply once that may leave.
    public typealias Confirm =
        @Sendable (_ answer: @Sendable () async throws -> ByteBuffer) async throws -> ByteBuffer

    /// One connected call.
    ///
    /// A class, so that finding it copies nothing of it.
    private final class ConnectedCall<Answer: Sendable>: Sendable {
        let kind: CallKind
        let effect: Effect
        let access: Access
        /// Whether whoever asks sends items.
        let takesItems: Bool
        let answer: Answer
        let metrics: CallMetrics

        var name: String { metrics.name }

        init<C: Call>(
            _ call: C.Type,
            _ kind: CallKind,
            takesItems: Bool = false,
            _ answer: Answer
        ) {
            self.kind = kind
            self.takesItems = takesItems
            effect = C.effect
            access = C.access
            self.answer = answer
            metrics = CallMetrics(String(describing: call))
        }

        /// Refuses whoever may not ask, and what is too late.
        func check(_ context: CallContext, at time: Duration) throws(Unanswered) {
            try access.check(context)
            if let deadline = context.deadlineTime, deadline <= time {
                throw Unanswered(notBegun: .expired)
            }
        }
    }

    /// Builds a switchboard from its table of handlers.
    public init(_ connect: (inout Switchboard) -> Void) {
        connect(&self)
    }

    /// Connects a call to its handler. The handler's own signature says which call.
    public mutating func on<C: Call>(
        _ handle: @escaping @Sendable (C, CallContext) async throws -> C.Reply
    ) {
        precondition(!answers(C.id), "two handlers for call \(C.id)")
        calls[C.id] = ConnectedCall(C.self, .unary) { body, context in
            let call = try Self.decode(C.self, from: body)
            return try WireEncoder().encode(await handle(call, context))
        }
    }

    /// Connects a call during which items flow.
    public mutating func on<C: StreamCall>(
        _ handle: @escaping @Sendable (C, ServedStream<C>, CallContext) async throws -> C.Reply
    ) {
        precondition(!answers(C.id), "two handlers for call \(C.id)")
        let kind = C.isEndless ? CallKind.endless : .stream
        let takesItems = C.Up.self != Nothing.self
        streamCalls[C.id] = ConnectedCall(C.self, kind, takesItems: takesItems) {
            body,
            stream,
            context in
            let call = try Self.decode(C.self, from: body)
            return try WireEncoder().encode(await handle(call, ServedStream(stream), context))
        }
    }

    /// The same switchboard, of whose calls each leaves one line in a log: its name, how it ended,
    /// how long it took, who asked, and the trace of the request that it belongs to.
    ///
    /// A call that may change something is `info`, a read that succeeds `debug`.
    public func logging(to logger: Logger) -> Switchboard {
        var copy = self
        copy.journal = logger
        return copy
    }

    /// The same switchboard, whose calls that may change something (all but those of effect `none`,
    /// so events and streams too) are answered through `confirm`. What it throws is answered
    /// instead.
    public func confirming(_ confirm: @escaping Confirm) -> Switchboard {
        var copy = self
        copy.confirm = confirm
        return copy
    }

    /// Whether a handler is connected for the call.
    public func answers(_ id: CallID) -> Bool {
        calls[id] != nil || streamCalls[id] != nil
    }

    /// Whether items flow during the call.
    public func isStream(_ id: CallID) -> Bool {
        streamCalls[id] != nil
    }

    /// Whether whoever asks the call sends items while it runs.
    public func takesItems(_ id: CallID) -> Bool {
        streamCalls[id]?.takesItems == true
    }

    /// What flows during a call, and what ends it; `nil` when no handler is connected for it.
    public func kind(of id: CallID) -> CallKind? {
        calls[id]?.kind ?? streamCalls[id]?.kind
    }

    /// The numbers of all connected calls.
    public var answered: Set<CallID> {
        Set(calls.keys).union(streamCalls.keys)
    }

    /// Answers one call's worth of bytes.
    public func answer(
        _ id: CallID,
        _ body: ByteBuffer,
        in context: CallContext
    ) async throws(Unanswered) -> ByteBuffer {
        guard let call = calls[id] else { throw Unanswered(notBegun: .unknownCall) }
        let start = begin(call)
        do {
            try call.check(context, at: start)
            let reply =
                if let confirm = confirm(of: call.effect) {
                    try await confirm { try await call.answer(body, context) }
                } else {
                    try await call.answer(body, context)
                }
            end(call, since: start, in: context)
            return reply
        } catch {
            throw end(call, with: error, since: start, in: context)
        }
    }

    /// Answers a call during which items flow.
    public func answer(
        _ id: CallID,
        _ body: ByteBuffer,
        _ stream: any ByteStream,
        in context: CallContext
    ) async throws(Unanswered) -> ByteBuffer {
        guard let call = streamCalls[id] else { throw Unanswered(notBegun: .unknownCall) }
        let start = begin(call)
        do {
            try call.check(context, at: start)
            let reply =
                if let confirm = confirm(of: call.effect) {
                    try await confirm { try await call.answer(body, stream, context) }
                } else {
                    try await call.answer(body, stream, context)
                }
            end(call, since: start, in: context)
            return reply
        } catch {
            throw end(call, with: error, since: start, in: context)
        }
    }

    /// What the reply to a call of that effect waits for.
    private func confirm(of effect: Effect) -> Confirm? {
        effect == .none ? nil : confirm
    }

    /// Counts a call in; the moment, as `CallContext.time` tells it.
    private func begin<Answer>(_ call: ConnectedCall<Answer>) -> Duration {
        call.metrics.began()
        return CallContext.time
    }

    /// Counts a call out.
    private func end<Answer>(
        _ call: ConnectedCall<Answer>,
        _ code: String? = nil,
        since start: Duration,
        in context: CallContext
    ) {
        let duration = CallContext.time - start
        call.metrics.ended(code, after: duration)
        if journal != nil { note(call.name, call.effect, code, duration, in: context) }
    }

    /// Counts a call out that got no reply; what the asker is told.
    private func end<Answer>(
        _ call: ConnectedCall<Answer>,
        with error: any Error,
        since start: Duration,
        in context: CallContext
    ) -> Unanswered {
        let unanswered =
            error as? Unanswered
            ?? Unanswered(travelling(error, of: call.name, in: context), isBegun: true)
        end(call, unanswered.fault.code, since: start, in: context)
        return unanswered
    }

    /// Leaves a call's line in the log.
    private func note(
        _ call: String,
        _ effect: Effect,
        _ code: String?,
        _ duration: Duration,
        in context: CallContext
    ) {
        guard let journal else { return }
        journal.log(
            level: effect == .none && code == nil ? .debug : .info,
            "A call was answered.",
            metadata: [
                "call": "\(call)", "code": "\(code ?? CallMetrics.success)",
                "peer": "\(context.peer?.rawValue ?? "none")",
                "microseconds": "\(Int(duration / .microseconds(1)))",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }

    /// The one place that decides what of an error may leave the service.
    private func travelling(
        _ error: any Error,
        of call: String,
        in context: CallContext
    ) -> Fault {
        switch error {
        case let error as any Faultable:
            let fault = error.fault
            if fault.kind == .bug { log(error, of: call, in: context) }
            return fault
        case let fault as Fault where fault.mayPass:
            return fault
        case is CancellationError:
            return WireError.cancelled.fault
        case let error as WireEncodingError where error.reason == .tooLarge:
            log(error, of: call, in: context)
            return WireError.tooLarge.fault
        default:
            log(error, of: call, in: context)
            return WireError.bug.fault
        }
    }

    private func log(_ error: any Error, of call: String, in context: CallContext) {
        logger.error(
            "A call failed.",
            metadata: [
                "call": "\(call)", "trace": "\(context.trace.traceID)",
                "error": "\(String(reflecting: error))",
            ]
        )
    }

    private static func decode<C: Call>(_ call: C.Type, from body: ByteBuffer) throws -> C {
        do {
            return try WireDecoder().decode(C.self, from: body)
        } catch {
            throw Unanswered(notBegun: .malformed)
        }
    }
}

/// What flows during a call, and what ends it.
public enum CallKind: Sendable {
    /// Nothing but the call and its reply.
    case unary
    /// Items, until both sides have sent their last.
    case stream
    /// Items, until whoever asked gives the call up (`StreamCall.isEndless`).
    case endless
}

extension Access {
    /// Refuses with `wire.sign_in_needed` or `wire.forbidden` whoever may not ask.
    func check(_ context: CallContext) throws(Unanswered) {
        switch self {
        case .anyone:
            return
        case .signedIn:
            guard context.user != nil else { throw Unanswered(notBegun: .signInNeeded) }
        case .moderator:
            guard context.isModerator else {
                let isNobody = context.user == nil && context.peer != .operator
                throw Unanswered(notBegun: isNobody ? .signInNeeded : .forbidden)
            }
        case .cluster(let names):
            guard let peer = context.peer, names.contains(peer) || peer == .operator else {
                throw Unanswered(notBegun: .forbidden)
            }
        case .operator:
            guard context.peer == .operator else { throw Unanswered(notBegun: .forbidden) }
        }
    }
}
