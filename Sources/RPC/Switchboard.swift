public import Logging
import Metrics
public import NIOCore
public import Wire

/// Connects each call to the one function that answers it, and holds what is the same for all of
/// them: access, deadline, the log line, the latency metric, and which errors may travel.
public struct Switchboard: Sendable {
    typealias Line = @Sendable (ByteBuffer, CallContext) async throws -> ByteBuffer
    typealias StreamLine =
        @Sendable (ByteBuffer, any ByteStream, CallContext) async throws -> ByteBuffer

    private var lines: [CallID: Connected<Line>] = [:]
    private var streamLines: [CallID: Connected<StreamLine>] = [:]
    private var endless: Set<CallID> = []
    private let logger = Logger(label: "gauntlet.switchboard")
    /// Where each call leaves its line; `nil` for nowhere.
    private var journal: Logger?

    /// One connected call.
    private struct Connected<Answer: Sendable>: Sendable {
        let effect: Effect
        let access: Access
        let answer: Answer
        let metrics: CallMetrics

        var name: String { metrics.name }
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
        lines[C.id] = connected(C.self) { body, context in
            let call = try Self.decode(C.self, from: body)
            return try WireEncoder().encode(await handle(call, context))
        }
    }

    /// Connects a call during which items flow.
    public mutating func on<C: StreamCall>(
        _ handle: @escaping @Sendable (C, ServedStream<C>, CallContext) async throws -> C.Reply
    ) {
        precondition(!answers(C.id), "two handlers for call \(C.id)")
        if C.isEndless { endless.insert(C.id) }
        streamLines[C.id] = connected(C.self) { body, stream, context in
            let call = try Self.decode(C.self, from: body)
            return try WireEncoder().encode(await handle(call, ServedStream(stream), context))
        }
    }

    private func connected<C: Call, Answer>(_ call: C.Type, _ answer: Answer) -> Connected<Answer> {
        Connected(
            effect: C.effect,
            access: C.access,
            answer: answer,
            metrics: CallMetrics(String(describing: call))
        )
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

    /// Whether a handler is connected for the call.
    public func answers(_ id: CallID) -> Bool {
        lines[id] != nil || streamLines[id] != nil
    }

    /// Whether items flow during the call.
    public func isStream(_ id: CallID) -> Bool {
        streamLines[id] != nil
    }

    /// Whether the call runs until its asker gives it up (`StreamCall.isEndless`).
    public func isEndless(_ id: CallID) -> Bool {
        endless.contains(id)
    }

    /// The numbers of all connected calls.
    public var answered: Set<CallID> {
        Set(lines.keys).union(streamLines.keys)
    }

    /// Answers one call's worth of bytes.
    public func answer(
        _ id: CallID,
        _ body: ByteBuffer,
        in context: CallContext
    ) async throws(Unanswered) -> ByteBuffer {
        guard let line = lines[id] else { throw Unanswered(notBegun: .unknownCall) }
        return try await answered(line, in: context) { answer in
            try await answer(body, context)
        }
    }

    /// Answers a call during which items flow.
    public func answer(
        _ id: CallID,
        _ body: ByteBuffer,
        _ stream: any ByteStream,
        in context: CallContext
    ) async throws(Unanswered) -> ByteBuffer {
        guard let line = streamLines[id] else { throw Unanswered(notBegun: .unknownCall) }
        return try await answered(line, in: context) { answer in
            try await answer(body, stream, context)
        }
    }

    private func answered<Answer>(
        _ line: Connected<Answer>,
        in context: CallContext,
        _ run: (Answer) async throws -> ByteBuffer
    ) async throws(Unanswered) -> ByteBuffer {
        let start = ContinuousClock.now
        line.metrics.began()
        var code: String?
        defer {
            let duration = ContinuousClock.now - start
            line.metrics.ended(code, after: duration)
            note(line.name, line.effect, code, duration, in: context)
        }
        do throws(Unanswered) {
            try line.access.check(context)
            if let deadline = context.deadline, deadline <= start {
                throw Unanswered(notBegun: .expired)
            }
            return try await finished(line, in: context, run)
        } catch {
            code = error.fault.code
            throw error
        }
    }

    private func finished<Answer>(
        _ line: Connected<Answer>,
        in context: CallContext,
        _ run: (Answer) async throws -> ByteBuffer
    ) async throws(Unanswered) -> ByteBuffer {
        do {
            return try await run(line.answer)
        } catch let unread as Unanswered {
            throw unread
        } catch {
            throw Unanswered(travelling(error, of: line.name, in: context), isBegun: true)
        }
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
