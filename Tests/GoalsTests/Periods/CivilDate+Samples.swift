import ChallengesCore
import IdentityAPI
import Values

extension CivilDate {
    /// A day as clients write it.
    static func of(_ text: String) -> CivilDate {
        guard let day = CivilDate(rfc3339: text) else {
            preconditionFailure("\(text) is not a day")
        }
        return day
    }
}

extension Instant {
    /// A moment as clients write it.
    static func of(_ text: String) -> Instant {
        guard let moment = Instant(rfc3339: text) else {
            preconditionFailure("\(text) is not a moment")
        }
        return moment
    }
}

extension LocalDays {
    /// The days of somebody who lives in a time zone.
    static func of(_ zone: String) -> LocalDays {
        LocalDays([ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: zone)])
    }

    /// The days of somebody whose time zone changes at a moment.
    static func of(_ zone: String, then next: String, from moment: String) -> LocalDays {
        LocalDays([
            ZoneChange(since: .of("2020-01-01T00:00:00Z"), name: zone),
            ZoneChange(since: .of(moment), name: next),
        ])
    }
}
