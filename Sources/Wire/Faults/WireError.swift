/// The faults of the protocol itself, common to all services.
public enum WireError: String, ServiceError {
    case bug = "wire.bug"
    case cancelled = "wire.cancelled"
    case expired = "wire.expired"
    case forbidden = "wire.forbidden"
    case idReserved = "wire.id_reserved"
    case keyReused = "wire.key_reused"
    case malformed = "wire.malformed"
    case overloaded = "wire.overloaded"
    case replyNotKept = "wire.reply_not_kept"
    case signInNeeded = "wire.sign_in_needed"
    case tooLarge = "wire.too_large"
    case unavailable = "wire.unavailable"
    case unknownCall = "wire.unknown_call"

    public var kind: Fault.Kind {
        switch self {
        case .bug: .bug
        case .cancelled, .expired: .expired
        case .forbidden: .forbidden
        case .keyReused, .replyNotKept: .conflict
        case .idReserved, .malformed, .tooLarge: .invalid
        case .overloaded, .unavailable, .unknownCall: .unavailable
        case .signInNeeded: .unauthenticated
        }
    }

    public var detail: String {
        switch self {
        case .bug: "Something went wrong on our side. The trace id identifies the failure."
        case .cancelled: "The call was cancelled before it was answered."
        case .expired: "The reply took too long; whether the call took effect is unknown."
        case .forbidden: "You are not allowed to do this."
        case .idReserved: "This id is reserved. Choose another."
        case .keyReused: "This idempotency key was used before with another request: use a new key."
        case .malformed: "The call could not be decoded. Compare it with the API description."
        case .overloaded: "Too many requests at the moment. Try again shortly."
        case .replyNotKept:
            "This request was carried out before, and its reply was not kept. Read what it changed."
        case .signInNeeded: "Sign in first."
        case .tooLarge: "The call or its reply is larger than the protocol allows."
        case .unavailable: "The service is unavailable at the moment. Try again shortly."
        case .unknownCall: "This release of the service does not know the call."
        }
    }
}
