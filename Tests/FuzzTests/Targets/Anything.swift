import FoundationEssentials
import Identifiers
import NIOCore
import Values
import Wire

/// A value in which stands everything that a field on the wire can be, all of it optional, so that
/// bytes of anybody's making fit it often.
struct Anything: Codable {
    enum Colour: String, Codable { case red, green }
    enum Verdict: String, OpenEnum { case approved, unknown }

    var user: UserID?
    var uuid: UUID?
    var flag: Bool?
    var tiny: Int8?
    var small: UInt16?
    var large: UInt64?
    var number: Int?
    var ratio: Double?
    var single: Float?
    var text: String?
    var moment: Instant?
    var amount: Amount?
    var picture: MediaReference?
    var raw: ByteBuffer?
    var octets: [UInt8]?
    var colour: Colour?
    var verdict: Verdict?
    var gaps: [Int?]?
    var names: [String]?
    var scores: [String: Int]?
    var grid: [[Double]]?
    var child: [Anything]?
    var named: [String: Anything]?
}
