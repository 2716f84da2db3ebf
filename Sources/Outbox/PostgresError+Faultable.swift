public import Postgres
public import Wire

/// The database's messages never leave the service.
extension PostgresError: Faultable {
    public var fault: Fault {
        switch knowledge {
        case .unavailable where isOverload:
            // The caller should wait: an immediate retry would only add to the load.
            Refusal(WireError.unavailable, retryAfterSeconds: 1).fault
        case .unavailable: WireError.unavailable.fault
        case .expired: WireError.expired.fault
        case .bug: WireError.bug.fault
        }
    }
}
