public import Wire

/// The refusals of the calls about an outbox.
public enum OutboxError: String, ServiceError {
    case cursorInvalid = "outbox.cursor_invalid"
    case eventNotBlocked = "outbox.event_not_blocked"
    case eventUnknown = "outbox.event_unknown"
    case limitInvalid = "outbox.limit_invalid"

    public var kind: Fault.Kind {
        switch self {
        case .cursorInvalid, .limitInvalid: .invalid
        case .eventNotBlocked: .conflict
        case .eventUnknown: .notFound
        }
    }

    public var detail: String {
        switch self {
        case .cursorInvalid: "The cursor does not belong to this list. Start without a cursor."
        case .eventNotBlocked:
            "This event is not blocked. It is delivered without your help; only blocked events "
                + "can be skipped."
        case .eventUnknown:
            "The outbox has no event with this number: it was delivered or skipped, or never existed."
        case .limitInvalid: "A page holds 1 to 100 items."
        }
    }
}
