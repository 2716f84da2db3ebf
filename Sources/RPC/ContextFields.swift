import Identifiers
public import Wire

/// A call's context on the wire: a CBOR map whose unknown keys are skipped.
///
/// The deadline is sent as the remaining time, because the clocks of two machines differ.
public struct ContextFields: Codable, Sendable {
    var remainingMilliseconds: Int64?
    var traceparent: String?
    var user: UserID?
    var session: SessionID?
    var isModerator: Bool?
    var clientAddress: String?
    var userAgent: String?
    var idempotencyKey: String?
    var marksRepeats: Bool?
    var priority: Int?
}

extension ContextFields {
    /// The part of a context that the receiver needs.
    public init(_ context: CallContext, now: ContinuousClock.Instant = .now) {
        remainingMilliseconds = context.deadline.map { Self.milliseconds(until: $0, from: now) }
        traceparent = context.trace.traceparent
        user = context.user
        session = context.session
        isModerator = context.isModerator ? true : nil
        clientAddress = context.clientAddress
        userAgent = context.userAgent
        idempotencyKey = context.idempotencyKey
        marksRepeats = context.marksRepeats ? true : nil
        priority = context.priority == .normal ? nil : context.priority.rawValue
    }

    /// Builds the context on the receiver's side.
    ///
    /// - Parameters:
    ///   - peer: The authenticated name of the calling process.
    ///   - now: The time at which the call arrived.
    /// - Returns: The context, including the caller's name.
    public func context(from peer: ServiceName, now: ContinuousClock.Instant = .now) -> CallContext
    {
        CallContext(
            user: user,
            session: session,
            isModerator: isModerator ?? false,
            deadline: remainingMilliseconds.map { Self.deadline(after: $0, from: now) },
            trace: traceparent.flatMap(TraceContext.init(traceparent:)) ?? TraceContext(),
            clientAddress: clientAddress,
            userAgent: userAgent,
            idempotencyKey: idempotencyKey,
            marksRepeats: marksRepeats ?? false,
            priority: priority.flatMap(CallContext.Priority.init(rawValue:)) ?? .normal,
            peer: peer
        )
    }

    /// The time until a deadline; 0 once it has passed.
    static func milliseconds(
        until deadline: ContinuousClock.Instant,
        from now: ContinuousClock.Instant
    ) -> Int64 {
        let (seconds, attoseconds) = (deadline - now).components
        return max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }

    /// The deadline for a peer's claim, at most a day away.
    static func deadline(
        after milliseconds: Int64,
        from now: ContinuousClock.Instant
    ) -> ContinuousClock.Instant {
        now + .milliseconds(max(0, min(milliseconds, 86_400_000)))
    }
}
