import HTTPTypes

extension HTTPResponse {
    /// Corrects a `Last-Modified` that is later than `Date`, which a server must not send (RFC 9110
    /// §8.8.2.1): `Date` is made once a second, and the time of an upload by another clock.
    mutating func limitLastModified() {
        guard let modified = headerFields[.lastModified], let date = headerFields[.date],
            let sent = HTTPDate(date, at: HTTPDate(seconds: 0)),
            let changed = HTTPDate(modified, at: sent), changed > sent
        else { return }
        headerFields[.lastModified] = date
    }
}
