import Foundation
import IdentityAPI
import Wire

/// A time zone by its IANA name: `UTC`, or an area and a place (2.9-zones).
///
/// Offsets and abbreviations are refused: they do not cover daylight saving time.
struct TimeZoneName: Equatable {
    let text: String

    init(_ text: String) throws(IdentityError) {
        guard Register.timeZoneLimit.allows(text), text == "UTC" || Self.isPlace(text) else {
            throw .timeZoneInvalid
        }
        self.text = text
    }

    private static func isPlace(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "/"))
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                    UInt8(ascii: "-"), UInt8(ascii: "+"):
                    true
                default: false
                }
            }
            && TimeZone(identifier: text) != nil
    }
}
