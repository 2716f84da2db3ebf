import IdentityAPI
import Wire
import Zones

/// A time zone by its name in the IANA database, as IANA spells it (2.9-zones).
///
/// Offsets and abbreviations such as `PST` are refused: they do not cover daylight saving time.
struct TimeZoneName: Equatable {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.timeZoneLimit.allows(text), Zones.system.zone(named: text) != nil,
            let spelling = Zones.system.spelling(of: text)
        else { throw .timeZoneInvalid }
        self.text = spelling
    }
}
