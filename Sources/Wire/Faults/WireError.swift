/// The faults of the protocol itself, common to all services.
public enum WireError: String, ServiceError {
    case bug = "wire.bug"
    case cancelled = "wire.cancelled"
    case expired = "wire.expired"
    case forbidden = "wire.forbidden"
    case keyReused = "wire.key_reused"
    case malformed = "wire.malformed"
    case overloaded = "wire.overloaded"
    case signInNeeded = "wire.sign_in_needed"
    case tooLarge = "wire.too_large"
    case unavailable = "wire.unavailable"
    case unknownCall = "wire.unknown_call"

    public var kind: Fault.Kind {
        switch self {
        case .bug: .bug
        case .cancelled, .expired: .expired
        case .forbidden: .forbidden
        case .keyReused: .conflict
        case .malformed, .tooLarge: .invalid
        case .overloaded, .unavailable, .unknownCall: .unavailable
        case .signInNeeded: .unauthenticated
        }
    }

    public var detail: String {
        switch self {
        case .bug: "Something went wrong on our side. The trace id finds it."
        case .cancelled: "The call was cancelled before it was answered."
        case .expired: "The answer took too long; whether the call took effect is unknown."
        case .forbidden: "You are not allowed to ask this."
        case .keyReused: "This idempotency key was used before, with another request."
        case .malformed: "The call could not be read. Compare it with the interface's description."
        case .overloaded: "Too much is asked at the moment. Try again shortly."
        case .signInNeeded: "Sign in first."
        case .tooLarge: "The call or its answer is larger than the protocol allows."
        case .unavailable: "The service cannot answer at the moment. Try again shortly."
        case .unknownCall: "This release of the service does not know the call."
        }
    }
}
