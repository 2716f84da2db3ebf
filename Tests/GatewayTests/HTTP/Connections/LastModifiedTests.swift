import HTTPTypes
import Testing

@testable import Gateway

/// `Last-Modified` beside `Date`.
struct LastModifiedTests {
    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let after = "Sun, 06 Nov 1994 08:49:38 GMT"

    @Test(
        arguments: [
            (before, date, before), (date, date, date), (after, date, date),
            (after, nil, after), (nil, date, nil),
        ] as [(String?, String?, String?)]
    )
    func `a response is not older than what it shows`(
        modified: String?,
        date: String?,
        sent: String?
    ) {
        var response = HTTPResponse(status: .ok)
        response.headerFields[.lastModified] = modified
        response.headerFields[.date] = date
        response.limitLastModified()
        #expect(response.headerFields[.lastModified] == sent)
        #expect(response.headerFields[.date] == date)
    }
}
