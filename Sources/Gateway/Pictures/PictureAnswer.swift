import HTTPTypes
import Wire

/// The kind of response to a request for a picture.
enum PictureAnswer: Hashable {
    /// 200, with all bytes, or with their headers alone for a `HEAD`.
    case whole
    /// 206, with these bytes.
    case part(Range<Int64>)
    /// 206, with several parts, each headed by its range.
    case parts([Range<Int64>])
    /// 304: the client already has the picture.
    case notModified
    /// 412: the client expects another state of the picture.
    case preconditionFailed
    /// 416: the picture has none of the requested bytes.
    case unsatisfiable

    /// Evaluates a request: preconditions before the range (§13.2.2), and a range only for `GET`
    /// (§14.2).
    init(_ request: HTTPRequest, for picture: PictureHead, at now: HTTPDate) throws(Fault) {
        let headers = request.headerFields
        let conditions = try Preconditions(headers, at: now)
        switch conditions.verdict(on: picture.tag, lastModified: picture.lastModified) {
        case .notModified: self = .notModified
        case .failed: self = .preconditionFailed
        case .proceed:
            guard
                request.method == .get, let wanted = RangeRequest(lines: headers[values: .range]),
                conditions.allowsPart(of: picture.tag, lastModified: picture.lastModified)
            else {
                self = .whole
                return
            }
            let ranges = wanted.ranges(in: picture.bytes)
            self =
                switch ranges.count {
                case 0: .unsatisfiable
                case 1: .part(ranges[0])
                default: .parts(ranges)
                }
        }
    }
}
