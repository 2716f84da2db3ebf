import HTTPTypes

/// What somebody who asks for a picture is answered with.
enum PictureAnswer: Hashable {
    /// 200, with all its bytes, or about all of them where only the head was asked for.
    case whole
    /// 206, with these bytes.
    case part(Range<Int64>)
    /// 206, with several parts, each of them headed by its place.
    case parts([Range<Int64>])
    /// 304: the client has it.
    case notModified
    /// 412: the client means another state of it.
    case preconditionFailed
    /// 416: there is nothing of what was asked for.
    case unsatisfiable

    /// Judges a request. What it demands comes before what part it wants (§13.2.2), and a part is
    /// wanted by `GET` alone (§14.2).
    init(_ request: HTTPRequest, for picture: PictureHead, at now: HTTPDate) {
        let headers = request.headerFields
        let conditions = Preconditions(headers, at: now)
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
