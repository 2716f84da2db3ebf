public import Logging
import Metrics
public import NIOCore
public import Wire

/// Maps each call to the function that answers it, and handles what all calls have in common:
/// access, deadline, when a write's reply may be sent, the log line, the latency metric, and which
/// errors may leave the service.
public struct Switchboard: Sendable {
    typealias Implementation = @Sendable (ByteBuffer, CallContext) async throws -> ByteBuffer
    typealias StreamImplementation =
        @Sendable (ByteBuffer, any ByteStream, CallContext) async throws -> ByteBuffer

    private var calls: [CallID: ConnectedCall<Implementation>] = [:]
    private var streamCalls: [CallID: ConnectedCall<StreamImplementation>] = [:]
    private let logger = Logger(label: "gauntlet.switchboard")
    /// Logs each call; `nil` for no log.
    private var journal: Logger?
    /// Holds back the replies to writes; `nil` if they are sent at once.
    private var confirm: Confirm?

    /// Runs a write's handler, and returns its reply once it may be sent.
    public typealias Confirm =
        @Sendable (_ answer: @Sendable () async throws -> ByteBuffer) async throws -> ByteBuffer

    /// One connected call.
    ///
    /// A class, so that a lookup copies nothing.
    private final class ConnectedCall<Answer: Sendable>: Sendable {
        let kind: CallKind
        let effect: Effect
        let access: Access
        /// Whether the client sends items.
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

        /// Throws if the caller has no access or the deadline has passed.
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

    /// Connects a call to its handler, whose signature determines the call.
    public mutating func on<C: Call>(
        _ handle: @escaping @Sendable (C, CallContext) async throws -> C.Reply
    ) {
        precondition(!answers(C.id), "two handlers for call \(C.id)")
        calls[C.id] = ConnectedCall(C.self, .unary) { body, context in
            let call = try Self.decode(C.self, from: body)
            return try WireEncoder().encode(await handle(call, context))
        }
    }

    /// Connects everything that another switchboard, such as a part's of a service, answers.
    public mutating func add(_ other: Switchboard) {
        for id in other.answered { precondition(!answers(id), "two handlers for call \(id)") }
        calls.merge(other.calls) { present, _ in present }
        streamCalls.merge(other.streamCalls) { present, _ in present }
    }

    /// Connects a stream call to its handler.
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

    /// Returns a copy that logs each call on one line: its name, its code, its duration, the
    /// calling process, and the trace of its request.
    ///
    /// Calls that may change something are logged as `info`, successful reads as `debug`.
    public func logging(to logger: Logger) -> Switchboard {
        var copy = self
        copy.journal = logger
        return copy
    }

    /// Returns a copy that answers the calls that may change something (all but those of effect
    /// `none`, so events and streams too) through `confirm`. An error that it throws is the answer.
    public func confirming(_ confirm: @escaping Confirm) -> Switchboard {
        var copy = self
        copy.confirm = confirm
        return copy
    }

    /// Whether a handler is connected for the call.
    public func answers(_ id: CallID) -> Bool {
        calls[id] != nil || streamCalls[id] != nil
    }

    /// Whether the call is a stream call.
    public func isStream(_ id: CallID) -> Bool {
        streamCalls[id] != nil
    }

    /// Whether the client sends items while the call runs.
    public func takesItems(_ id: CallID) -> Bool {
        streamCalls[id]?.takesItems == true
    }

    /// The call's kind; `nil` when no handler is connected for it.
    public func kind(of id: CallID) -> CallKind? {
        calls[id]?.kind ?? streamCalls[id]?.kind
    }

    /// The numbers of all connected calls.
    public var answered: Set<CallID> {
        Set(calls.keys).union(streamCalls.keys)
    }

    /// Answers an encoded call.
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
            let sent = try context.repeatMark?.marked(reply) ?? reply
            end(call, since: start, in: context)
            return sent
        } catch {
            throw end(call, with: error, since: start, in: context)
        }
    }

    /// Answers an encoded stream call.
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
            let sent = try context.repeatMark?.marked(reply) ?? reply
            end(call, since: start, in: context)
            return sent
        } catch {
            throw end(call, with: error, since: start, in: context)
        }
    }

    /// What the reply to a call of this effect waits for.
    private func confirm(of effect: Effect) -> Confirm? {
        effect == .none ? nil : confirm
    }

    /// Records a call's start. Returns the time, as in `CallContext.time`.
    private func begin<Answer>(_ call: ConnectedCall<Answer>) -> Duration {
        call.metrics.began()
        return CallContext.time
    }

    /// Records a call's end.
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

    /// Records the end of a call without a reply. Returns what the caller is told.
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

    /// Logs a call.
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
            "Call answered.",
            metadata: [
                "call": "\(call)", "code": "\(code ?? CallMetrics.success)",
                "peer": "\(context.peer?.rawValue ?? "none")",
                "microseconds": "\(Int(duration / .microseconds(1)))",
                "trace": "\(context.trace.traceID)",
            ]
        )
    }

    /// Decides what of an error may leave the service; the only place that does.
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
            "Call failed.",
            metadata: [
                "call": "\(call)", "trace": "\(context.trace.traceID)",
                "error": "\(String(reflecting: error))",
            ]
        )
    }

    private static func decode<C: Call>(_: C.Type, from body: ByteBuffer) throws -> C {
        let call: C
        do {
            call = try WireDecoder().decode(C.self, from: body)
        } catch {
            if let refusal = error.refusal(of: C.self) {
                throw Unanswered(refusal.fault, isBegun: false)
            }
            throw Unanswered(notBegun: .malformed)
        }
        if C.self is any ChoosesID.Type {
            try (call as? any ChoosesID)?.refuseReservedID()
        }
        return call
    }
}

/// What a call carries, and what ends it.
public enum CallKind: Sendable {
    /// A call and its reply.
    case unary
    /// Items, until both sides have sent their last.
    case stream
    /// Items, until the caller cancels the call (`StreamCall.isEndless`).
    case endless
}

extension Access {
    /// Throws `wire.sign_in_needed` or `wire.forbidden` if the caller has no access.
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
