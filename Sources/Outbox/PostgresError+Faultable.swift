public import Postgres
public import Wire

/// The database's own words never leave the service.
extension PostgresError: Faultable {
    public var fault: Fault {
        switch knowledge {
        case .unavailable where isOverload:
            // To be asked again after a while: at once would only add to it.
            Refusal(WireError.unavailable, retryAfterSeconds: 1).fault
        case .unavailable: WireError.unavailable.fault
        case .expired: WireError.expired.fault
        case .bug: WireError.bug.fault
        }
    }
}
