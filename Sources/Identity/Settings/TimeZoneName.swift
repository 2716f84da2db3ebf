import IdentityAPI
import Wire
import Zones

/// A time zone by its IANA name: `UTC`, or an area and a place (2.9-zones).
///
/// Offsets and abbreviations are refused: they do not cover daylight saving time.
struct TimeZoneName: Equatable {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.timeZoneLimit.allows(text), Zones.system.zone(named: text) != nil else {
            throw .timeZoneInvalid
        }
        self.text = text
    }
}
