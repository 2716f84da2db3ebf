import RPC

extension QueuedEvent {
    /// The trace of the call that caused the event. An event written by the previous release has
    /// none, and each attempt begins one.
    var trace: TraceContext {
        traceparent.flatMap(TraceContext.init(traceparent:)) ?? TraceContext()
    }
}
