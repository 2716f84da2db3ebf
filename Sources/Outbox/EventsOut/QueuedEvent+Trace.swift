import RPC

extension QueuedEvent {
    /// What its delivery belongs to: the trace of the call that caused it. An event that the
    /// previous release wrote has none, and each try begins one.
    var trace: TraceContext {
        traceparent.flatMap(TraceContext.init(traceparent:)) ?? TraceContext()
    }
}
